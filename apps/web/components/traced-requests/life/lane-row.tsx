import { formatRangeMs } from '@steelyard/contract/format'
import type { Span } from '../../../lib/span.ts'
import type { Segment } from './lanes.ts'

/** One lane over a part of the life. An SVG also shows what is narrower than a pixel. */
export function LaneRow<Key extends string>({
  segments,
  part: { from, to },
  colorOf,
}: {
  segments: readonly Segment<Key>[]
  /** In milliseconds. */
  part: Span
  colorOf: (key: Key) => string
}) {
  return (
    <svg
      aria-hidden
      viewBox={`${from} 0 ${to - from} 1`}
      preserveAspectRatio="none"
      className="block h-7 w-full rounded-sm bg-sunken"
    >
      {segments
        .filter(({ fromMs, toMs }) => toMs >= from && fromMs <= to)
        .map(({ fromMs, toMs, key, height, words }) => (
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
