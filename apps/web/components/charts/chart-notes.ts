import { formatCounted, formatMs } from '@steelyard/contract/format'
import { type ChartRow, doubted, unanswered, valuesOf } from './chart-rows.ts'
import type { SeriesKey, StyleOf } from './series-style.ts'

/** Describes what the chart cannot show: clipped, invalid and missing values. */
export function chartNotes(
  rows: readonly ChartRow[],
  shown: readonly SeriesKey[],
  top: number,
  styleOf: StyleOf,
): string[] {
  return shown.flatMap((key) => {
    const { label } = styleOf(key)
    return [
      ...clippedNote(rows, key, label, top),
      ...(key === 'measured'
        ? []
        : [...unansweredNote(rows, key, label), ...doubtedNote(rows, key, label)]),
    ]
  })
}

function clippedNote(
  rows: readonly ChartRow[],
  key: SeriesKey,
  label: string,
  top: number,
): string[] {
  const above = valuesOf(rows, [key]).filter((value) => value > top)
  if (above.length === 0) return []
  const count = formatCounted(above.length, 'value')
  return [`▲ ${label}: ${count} above the chart, up to ${formatMs(Math.max(...above))}.`]
}

function unansweredNote(rows: readonly ChartRow[], key: SeriesKey, label: string): string[] {
  const missing = unanswered(rows, key)
  if (missing === 0) return []
  const all = formatCounted(rows.length, 'window')
  return [`${label} has no finite answer in ${missing} of ${all}.`]
}

function doubtedNote(rows: readonly ChartRow[], key: SeriesKey, label: string): string[] {
  const count = doubted(rows, key)
  if (count === 0) return []
  return [`${label} is not valid in ${count} of ${formatCounted(rows.length, 'window')}.`]
}
