import { Term } from '../ui/term.tsx'
import { P95Key } from './p95-key.tsx'
import { StyleSwatch } from './series-swatch.tsx'
import type { Comparison } from './use-comparison.ts'

/** What the marks of a comparison are. */
export function ComparisonKey({ shown, dotsP95, styleOf, gaps }: Comparison) {
  const sandpiper = styleOf('sandpiper').color
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {dotsP95 ? (
        <li>
          <P95Key />
        </li>
      ) : null}
      {shown.map((key) => (
        <li key={key} className="inline-flex items-center gap-2">
          <StyleSwatch style={styleOf(key)} />
          {styleOf(key).label}
        </li>
      ))}
      {gaps.length > 0 ? (
        <li className="inline-flex items-center gap-2">
          <span
            aria-hidden
            className="h-3 w-6 border border-dashed opacity-60"
            style={{
              borderColor: sandpiper,
              backgroundColor: `color-mix(in srgb, ${sandpiper} 25%, transparent)`,
            }}
          />
          <span>
            SandPiper: <Term of="saturated">saturated</Term>, no answer
          </span>
        </li>
      ) : null}
    </ul>
  )
}
