import type { ReactNode } from 'react'

/** One important number: the label above a large value, with a smaller unit next to it. */
export function Figure({
  label,
  value,
  unit,
  note,
}: {
  label: ReactNode
  value: ReactNode
  unit?: string
  note?: ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd>
        <span className="text-2xl font-semibold tabular">{value}</span>
        {unit ? <span className="ml-1 text-sm text-ink-soft">{unit}</span> : null}
        {note ? <span className="mt-0.5 block text-sm text-ink-soft">{note}</span> : null}
      </dd>
    </div>
  )
}
