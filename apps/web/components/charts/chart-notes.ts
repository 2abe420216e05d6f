import { formatCounted, formatMs } from '@steelyard/contract/format'
import { type ChartRow, doubted, unanswered, valuesOf } from './chart-rows.ts'
import { type SeriesKey, styleOf } from './series-style.ts'

/** Describes what the chart cannot show: clipped, invalid and missing values. */
export function chartNotes(
  rows: readonly ChartRow[],
  shown: readonly SeriesKey[],
  top: number,
): string[] {
  return shown.flatMap((key) => [
    ...clippedNote(rows, key, top),
    ...(key === 'measured' ? [] : [...unansweredNote(rows, key), ...doubtedNote(rows, key)]),
  ])
}

function clippedNote(rows: readonly ChartRow[], key: SeriesKey, top: number): string[] {
  const above = valuesOf(rows, [key]).filter((value) => value > top)
  if (above.length === 0) return []
  const count = formatCounted(above.length, 'value')
  return [
    `▲ ${styleOf(key).label}: ${count} above the chart, up to ${formatMs(Math.max(...above))}.`,
  ]
}

function unansweredNote(rows: readonly ChartRow[], key: SeriesKey): string[] {
  const missing = unanswered(rows, key)
  if (missing === 0) return []
  const all = formatCounted(rows.length, 'window')
  return [`${styleOf(key).label} has no finite answer in ${missing} of ${all}, shown as gaps.`]
}

function doubtedNote(rows: readonly ChartRow[], key: SeriesKey): string[] {
  const count = doubted(rows, key)
  if (count === 0) return []
  return [
    `${styleOf(key).label} is not valid in ${count} of ${formatCounted(rows.length, 'window')}.`,
  ]
}
