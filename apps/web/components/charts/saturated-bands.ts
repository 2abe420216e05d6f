import type { ChartRow } from './chart-rows.ts'
import type { SeriesKey } from './series-style.ts'

/** A span without an answer. */
export interface Gap {
  from: number
  to: number
}

/** The spans in which a model says that the queue grows without bound. */
export function saturatedBands(rows: readonly ChartRow[], key: SeriesKey, windowMs: number): Gap[] {
  const gaps: Gap[] = []
  let open: Gap | null = null
  for (const row of rows) {
    if (!row.saturated.includes(key)) open = null
    else if (open) open.to = row.at + windowMs
    else {
      open = { from: row.at, to: row.at + windowMs }
      gaps.push(open)
    }
  }
  return gaps
}
