import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import type { DomainRow, RowFaults } from './domain-rows.ts'

/** The fields of one domain: either its task or its weight. */
export function DomainRowFields({
  row,
  faults = {},
  onChange,
}: {
  row: DomainRow
  faults?: RowFaults
  onChange: (row: DomainRow) => void
}) {
  const of = <span className="sr-only"> of {row.name}</span>
  const field = (
    key: 'periodMs' | 'executionMs' | 'weight' | 'vCpus',
    label: string,
    unit?: string,
  ) => (
    <Field
      label={
        <>
          {label}
          {of}
        </>
      }
      error={faults[key]}
    >
      <Input
        inputMode="decimal"
        unit={unit}
        value={row[key]}
        onChange={(event) => onChange({ ...row, [key]: event.target.value })}
      />
    </Field>
  )
  return (
    <li className="grid grid-cols-2 items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,2fr)_8rem_8rem_8rem_6rem]">
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <span className="block font-medium [overflow-wrap:anywhere] lg:pt-8">{row.name}</span>
      </div>
      <div className="col-span-2 lg:col-span-1 lg:pt-8">
        <Checkbox
          label={
            <>
              Real-time<span className="sr-only"> {row.name}</span>
            </>
          }
          checked={row.isRealTime}
          onChange={(isRealTime) => onChange({ ...row, isRealTime })}
        />
      </div>
      {row.isRealTime ? (
        <>
          {field('periodMs', 'Period', 'ms')}
          {field('executionMs', 'CPU time', 'ms')}
          {field('vCpus', 'vCPUs')}
        </>
      ) : (
        <>
          {field('weight', 'Weight')}
          <span className="hidden lg:block" />
          {field('vCpus', 'vCPUs')}
        </>
      )}
    </li>
  )
}
