import type { Source } from '@steelyard/contract'
import { withMoments } from '../../lib/format/dates.ts'
import { ScrollRegion } from '../ui/scroll-region.tsx'

/** Raw lines and the fields read from them: the surest way to notice a wrong format. */
export function SourceSamples({ source }: { source: Source }) {
  const names = [...new Set(source.samples.flatMap(({ fields }) => fields.map(({ name }) => name)))]
  // Lines may be alike.
  const samples = source.samples.map((sample, index) => ({
    ...sample,
    key: `${index} ${sample.raw}`,
  }))
  const label = `Sample lines of ${source.path}`
  return (
    <div className="space-y-3">
      <ScrollRegion label={label} className="rounded-lg bg-sunken p-3">
        <pre className="text-xs leading-relaxed">
          {source.samples.map(({ raw }) => raw).join('\n')}
        </pre>
      </ScrollRegion>
      {names.length > 0 ? (
        <ScrollRegion label={`${label}, field by field`}>
          <table className="w-full text-sm">
            <caption className="sr-only">{label}, field by field</caption>
            <thead>
              <tr className="border-b border-line text-left text-ink-faint">
                {names.map((name) => (
                  <th key={name} scope="col" className="py-1.5 pr-5 font-medium whitespace-nowrap">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {samples.map((sample) => (
                <tr key={sample.key} className="border-b border-line last:border-0">
                  {names.map((name) => (
                    <td key={name} className="max-w-80 truncate py-1.5 pr-5 whitespace-nowrap">
                      {withMoments(
                        sample.fields.find((field) => field.name === name)?.value ?? '–',
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : null}
    </div>
  )
}
