import type { RequestPart } from '@steelyard/contract'
import { formatMs, formatWholePercent } from '@steelyard/contract/format'
import { partColor, type RequestColors } from './part-colors.ts'
import { partLabel } from './part-words.ts'
import { Swatch } from './swatch.tsx'
import { sumOf } from './verdict-words.ts'

/** The parts of a request's time end to end; the list below gives the figures. */
export function PartsBar({
  parts,
  colors,
}: {
  parts: readonly RequestPart[]
  colors: RequestColors
}) {
  const total = sumOf(parts)
  const shareOf = (ms: number) => (total > 0 ? ms / total : 0)
  return (
    <div>
      <div aria-hidden className="flex h-6 gap-px overflow-hidden rounded-sm bg-sunken">
        {parts.map((part) => (
          <div
            key={partLabel(part)}
            title={`${partLabel(part)}: ${formatMs(part.ms)}`}
            style={{
              width: `${100 * shareOf(part.ms)}%`,
              backgroundColor: partColor(part, colors),
            }}
          />
        ))}
      </div>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-1.5 text-sm">
        {parts.map((part) => (
          <li key={partLabel(part)} className="flex items-baseline gap-2">
            <Swatch color={partColor(part, colors)} />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{partLabel(part)}</span>
            <span className="whitespace-nowrap tabular">{formatMs(part.ms)}</span>
            <span className="w-12 text-right whitespace-nowrap text-ink-faint tabular">
              {formatWholePercent(shareOf(part.ms))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
