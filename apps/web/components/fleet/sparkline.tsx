import type { FleetHost } from '@steelyard/contract'
import { formatWholePercent } from '@steelyard/contract/format'

const WIDTH = 88
const HEIGHT = 24
const INSET = 3

/** The worst domain against its target, recording by recording; the dashed line is the target. */
export function Sparkline({ trend }: { trend: FleetHost['trend'] }) {
  const last = trend.at(-1)
  if (!last) return <span className="text-ink-faint">–</span>
  const at = placesOf(trend)
  const end = at.at(-1)!
  return (
    <svg
      role="img"
      aria-label={trendInWords(trend)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className={last.worstRatio > 1 ? 'text-danger' : 'text-accent'}
    >
      <title>{trendInWords(trend)}</title>
      <line
        x1={0}
        x2={WIDTH}
        y1={yOf(1, trend)}
        y2={yOf(1, trend)}
        className="stroke-line-strong"
        strokeDasharray="3 3"
      />
      <polyline
        points={at.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      />
      <circle cx={end.x} cy={end.y} r={2.5} fill="currentColor" />
    </svg>
  )
}

function placesOf(trend: FleetHost['trend']): { x: number; y: number }[] {
  const times = trend.map(({ at }) => Date.parse(at))
  const from = times[0]!
  const span = times.at(-1)! - from
  return trend.map(({ worstRatio }, index) => ({
    x: span === 0 ? WIDTH / 2 : INSET + ((times[index]! - from) / span) * (WIDTH - 2 * INSET),
    y: yOf(worstRatio, trend),
  }))
}

/** The scale always includes the target, so that the line can be compared with it. */
function yOf(ratio: number, trend: FleetHost['trend']): number {
  const top = Math.max(1.2, ...trend.map(({ worstRatio }) => worstRatio))
  return HEIGHT - INSET - (ratio / top) * (HEIGHT - 2 * INSET)
}

function trendInWords(trend: FleetHost['trend']): string {
  const percent = trend.map(({ worstRatio }) => formatWholePercent(worstRatio))
  return percent.length === 1
    ? `One recording: the worst guest at ${percent[0]} of its target`
    : `${percent.length} recordings: the worst guest from ${percent[0]} to ${percent.at(-1)} of its target`
}
