import { type ChartRow, standsAlone } from './chart-rows.ts'
import type { SeriesKey, SeriesStyle } from './series-style.ts'
import { styleOf } from './series-style.ts'

interface DotProps {
  cx?: number
  cy?: number
  index?: number
}

/** Triangles along the top edge for values above it, dots for points that no line reaches. */
export function clipDot(
  key: SeriesKey,
  rows: readonly ChartRow[],
  top: number,
  plotTop: number,
): (props: DotProps) => React.ReactElement {
  const style = styleOf(key)
  return function ClipDot({ cx, cy, index = 0 }: DotProps) {
    const value = rows[index]?.[key]
    const name = `${key}-${index}`
    if (value == null || cx === undefined || cy === undefined) return <g key={name} />
    if (value > top) return <Triangle key={name} x={cx} y={plotTop + 2} style={style} />
    if (!standsAlone(rows, index, key)) return <g key={name} />
    return <circle key={name} cx={cx} cy={cy} r={2.5} fill={style.color} />
  }
}

function Triangle({ x, y, style }: { x: number; y: number; style: SeriesStyle }) {
  return <path d={`M${x - 4} ${y + 7}L${x} ${y}L${x + 4} ${y + 7}Z`} fill={style.color} />
}
