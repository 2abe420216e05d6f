'use client'

import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { type HistoryRange, rangePresets } from './history-range.ts'

type Changes = { range?: string; from?: string; to?: string }

/** A span that ends now, or days from and to. */
export function RangePicker({
  range: { preset, from, to },
  onChange,
}: {
  range: HistoryRange
  onChange: (changes: Changes) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Range"
        options={rangePresets}
        value={preset ?? ('' as 'all')}
        onChange={(range) => onChange({ range, from: undefined, to: undefined })}
      />
      <Day label="From" day={from} onChange={(day) => onChange({ from: day, range: undefined })} />
      <Day label="To" day={to} onChange={(day) => onChange({ to: day, range: undefined })} />
    </div>
  )
}

function Day({
  label,
  day,
  onChange,
}: {
  label: string
  day: string
  onChange: (day: string) => void
}) {
  return (
    <Field label={label} hideLabel className="w-40">
      <Input
        type="date"
        title={label}
        className="h-9"
        value={day}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
