'use client'

import { Plus, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { faultsOf, nextRow, type PointRow } from './point-rows.ts'

/** The lines of the form: a number of processes and what was answered with it. */
export function PointsTable({
  rows,
  onChange,
}: {
  rows: PointRow[]
  onChange: (rows: PointRow[]) => void
}) {
  const put = (id: number, change: Partial<PointRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  return (
    <div className="space-y-3">
      {rows.map((row, index) => {
        const faults = faultsOf(row)
        return (
          <div key={row.id} className="flex items-start gap-2">
            <Field
              label={index === 0 ? 'Threads' : `Threads, line ${index + 1}`}
              hideLabel={index > 0}
              error={faults.processes}
              className="w-24 shrink-0"
            >
              <Input
                inputMode="numeric"
                value={row.processes}
                onChange={(event) => put(row.id, { processes: event.target.value })}
              />
            </Field>
            <Field
              label={index === 0 ? 'Answers/s' : `Answers/s, line ${index + 1}`}
              hideLabel={index > 0}
              error={faults.throughput}
              className="flex-1"
            >
              <Input
                inputMode="decimal"
                unit="/s"
                value={row.throughput}
                onChange={(event) => put(row.id, { throughput: event.target.value })}
              />
            </Field>
            <Button
              look="quiet"
              aria-label={`Remove line ${index + 1}`}
              className={index === 0 ? 'mt-[1.75rem] px-2.5' : 'px-2.5'}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            >
              <X aria-hidden />
            </Button>
          </div>
        )
      })}
      <Button size="small" onClick={() => onChange([...rows, nextRow(rows)])}>
        <Plus aria-hidden /> Another measurement
      </Button>
    </div>
  )
}
