import { formatRangeMs } from '@steelyard/contract/format'
import type { Segment } from './lanes.ts'

/** One lane over the whole life. An SVG also shows what is narrower than a pixel. */
export function LaneRow<Key extends string>({
  segments,
  ms,
  colorOf,
}: {
  segments: readonly Segment<Key>[]
  ms: number
  colorOf: (key: Key) => string
}) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${ms} 1`}
      preserveAspectRatio="none"
      className="block h-7 w-full rounded-sm bg-sunken"
    >
      {segments.map(({ fromMs, toMs, key, height, words }) => (
        <rect
          key={fromMs}
          x={fromMs}
          y={1 - height}
          width={toMs - fromMs}
          height={height}
          style={{ fill: colorOf(key) }}
        >
          <title>{`${formatRangeMs(fromMs, toMs)}: ${words}`}</title>
        </rect>
      ))}
    </svg>
  )
}
