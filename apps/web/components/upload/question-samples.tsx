import type { Source } from '@steelyard/contract'
import { withMoments } from '../../lib/format/dates.ts'
import { ScrollRegion } from '../ui/scroll-region.tsx'

const SHOWN_LINES = 3
const UNNAMED = /^%\{unnamed(\d+)\}n$/

type Field = Source['samples'][number]['fields'][number]

/** The beginning of a log as far as it is understood, above the question about its numbers. */
export function QuestionSamples({ source }: { source: Source }) {
  const samples = source.samples
    .slice(0, SHOWN_LINES)
    // Lines may be alike.
    .map((sample, index) => ({ ...sample, key: `${index} ${sample.raw}` }))
  const known = (samples[0]?.fields ?? []).flatMap((field, index) => {
    const heading = headingOf(field)
    return heading ? [{ heading, index, isAsked: UNNAMED.test(field.name) }] : []
  })
  // The numbers come first: a narrow screen cuts the rest off.
  const columns = [...known].sort((a, b) => Number(b.isAsked) - Number(a.isAsked))
  if (samples.length === 0) return null
  const label = `First lines of ${source.path}`
  if (columns.length === 0) {
    return (
      <ScrollRegion label={label} className="rounded-lg bg-surface px-3 py-2">
        <pre className="text-xs leading-relaxed">{samples.map(({ raw }) => raw).join('\n')}</pre>
      </ScrollRegion>
    )
  }
  return (
    <ScrollRegion label={label} className="rounded-lg bg-surface px-3 py-1">
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-left text-ink-faint">
            {columns.map(({ heading, index, isAsked }) => (
              <th
                key={index}
                scope="col"
                className={`py-1 pr-5 font-medium whitespace-nowrap ${isAsked ? 'text-ink' : ''}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.key} className="border-t border-line">
              {columns.map(({ index, isAsked }) => (
                <td
                  key={index}
                  className={`max-w-72 truncate py-1 pr-5 whitespace-nowrap tabular ${isAsked ? 'font-semibold' : 'text-ink-soft'}`}
                >
                  {shownValue(sample.fields[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function headingOf({ name, role }: Field): string | null {
  const unnamed = UNNAMED.exec(name)
  if (unnamed) return `Number ${unnamed[1]}`
  if (role === 'time') return 'Request started'
  if (role === 'request') return 'Request'
  return role === 'status' ? 'Status' : null
}

/** Of a time, what it means; of the others, what stands there. */
function shownValue(field: Field | undefined): string {
  if (!field) return '–'
  const [, text = field.value, meaning = ''] = /^(.*) \((.*)\)$/.exec(field.value) ?? []
  return field.role === 'time' ? withMoments(meaning.replace(/^request started /, '')) : text
}
