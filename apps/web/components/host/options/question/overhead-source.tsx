'use client'

import type { OverheadAssessment, OverheadQuestion } from '@steelyard/contract'
import { formatChosenPercent, formatNumber } from '@steelyard/contract/format'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { emptyRows, faultsOf, nextRow, type RunRow, runsOf } from './run-times.ts'

/** The largest overhead that a forecast accepts. A larger measured value has another cause. */
const MOST_PERCENT = 50

interface Source {
  analysisId: string
  pCpus: number
  onUse: (percent: number) => void
}

/** Derives the VMM overhead from run times, as in paper 4, or from this recording. */
export function OverheadSource(source: Source) {
  return (
    <Disclosure summary="Measure the VMM overhead of this host">
      {source.pCpus > 1 ? (
        <OverheadForm {...source} />
      ) : (
        <p className="text-sm text-ink-soft">
          This host has one pCPU. It is busy whenever anything runs, so there is nothing to compare:
          every service time already includes the overhead.
        </p>
      )}
    </Disclosure>
  )
}

function OverheadForm({ analysisId, pCpus, onUse }: Source) {
  const [rows, setRows] = useState(() => emptyRows(pCpus))
  const assess = useApiMutation('assessOverhead')
  const jobs = runsOf(rows, pCpus)
  const ask = (body: OverheadQuestion) => assess.mutate({ body })

  function measure(event: FormEvent) {
    event.preventDefault()
    if (jobs) ask({ kind: 'measured', pCpus, jobs })
  }

  return (
    <form onSubmit={measure} className="space-y-4" aria-label="VMM overhead">
      <p className="text-sm text-ink-soft">
        Run the same computation in several guests of one vCPU at once and note how long each takes.
        Alternate between a guest on each of the {pCpus} pCPUs and one guest fewer (paper 4). Enter
        one batch per line. Guests of a batch share whatever else happens on the host. So a
        confidence interval needs two batches of each kind; a narrow one needs more.
      </p>
      {rows.map((row, index) => (
        <RunFields
          key={row.key}
          row={row}
          faults={faultsOf(row, pCpus)}
          line={index + 1}
          onChange={(changed) => setRows(rows.with(index, changed))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={assess.isPending} disabled={!jobs}>
          Estimate the overhead
        </Button>
        <Button look="quiet" onClick={() => setRows([...rows, nextRow(rows, pCpus)])}>
          Add a batch
        </Button>
        <Button
          look="quiet"
          disabled={assess.isPending}
          onClick={() => ask({ kind: 'recorded', analysisId })}
        >
          From this recording
        </Button>
      </div>
      <ProblemAlert error={assess.error} title="The overhead could not be estimated" />
      <div aria-live="polite">
        {assess.data ? <Assessed found={assess.data} onUse={onUse} /> : null}
      </div>
    </form>
  )
}

function RunFields({
  row,
  faults,
  line,
  onChange,
}: {
  row: RunRow
  faults: ReturnType<typeof faultsOf>
  line: number
  onChange: (row: RunRow) => void
}) {
  return (
    <div className="flex items-start gap-2">
      <Field
        label={line === 1 ? 'Guests' : `Guests, line ${line}`}
        hideLabel={line > 1}
        error={faults.jobs}
        className="w-24 shrink-0"
      >
        <Input
          inputMode="numeric"
          value={row.jobs}
          onChange={(event) => onChange({ ...row, jobs: event.target.value })}
        />
      </Field>
      <Field
        label={line === 1 ? 'Run times' : `Run times, line ${line}`}
        hideLabel={line > 1}
        error={faults.seconds}
        className="flex-1"
      >
        <Input
          unit="s"
          placeholder="61.2 60.9 61.5"
          value={row.seconds}
          onChange={(event) => onChange({ ...row, seconds: event.target.value })}
        />
      </Field>
    </div>
  )
}

function Assessed({
  found: { overheadPercent, interval, statement },
  onUse,
}: {
  found: OverheadAssessment
  onUse: (percent: number) => void
}) {
  const percent = overheadPercent === null ? 0 : Math.round(overheadPercent * 100) / 100
  return (
    <div className="space-y-2 text-sm">
      <p>{statement}</p>
      {interval ? (
        <p className="text-ink-soft tabular">
          95 % confidence interval: {formatNumber(interval.lowPercent)} to{' '}
          {formatNumber(interval.highPercent)} %
        </p>
      ) : null}
      {percent > 0 && percent <= MOST_PERCENT ? (
        <Button size="small" onClick={() => onUse(percent)}>
          Use {formatChosenPercent(percent)}
        </Button>
      ) : null}
    </div>
  )
}
