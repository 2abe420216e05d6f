import type { Source } from '@steelyard/contract'
import { withMoments } from '../../lib/format/dates.ts'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type Role = NonNullable<Source['samples'][number]['fields'][number]['role']>

/** What of a log counts as the time and the duration, with a control to choose another number. */
export function SourceReading({ source, update }: { source: Source; update: SourceUpdate }) {
  const time = firstOf(source, 'time')
  const duration = firstOf(source, 'duration')
  const { durations, included } = source
  const canChoose = included && durations?.chosen && durations.candidates.length > 1
  if (source.observes !== 'requests' || !time) return null
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm [overflow-wrap:anywhere]">
        <dt className="text-ink-faint">Time</dt>
        <dd>{withMoments(time)}</dd>
        <dt className="text-ink-faint">Duration</dt>
        <dd>
          {duration ?? (durations && !durations.chosen ? 'asked above' : 'none: arrivals only')}
        </dd>
      </dl>
      {canChoose && durations?.chosen ? (
        <Field label="What counts as the duration" className="w-80 max-w-full">
          <Select
            value={durations.chosen}
            disabled={update.busy}
            onChange={(event) => update.save({ settings: { durationUnit: event.target.value } })}
          >
            {durations.candidates.map(({ value, label, meaning }) => (
              <option key={value} value={value}>
                {`${label}: ${meaning.split(';')[0]}`}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
    </div>
  )
}

/** What stands in the first line that has it. */
function firstOf({ samples }: Source, role: Role): string | null {
  for (const { fields } of samples) {
    const values = fields.filter((field) => field.role === role).map(({ value }) => value)
    if (values.length > 0) return values.join(' ')
  }
  return null
}
