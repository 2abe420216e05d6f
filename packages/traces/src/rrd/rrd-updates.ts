import { DocumentError } from '../reading/document/document-error.ts'
import { type LegendEntry, readEntry } from './legend.ts'
import { rrdJson } from './rrd-document.ts'

/** One row of `rrd_updates`. */
export interface RrdRow {
  /** Unix time in seconds at which the step of the row ended. */
  endsAt: number
  /** As many as the legend has entries; NaN for what is not known. */
  values: number[]
}

/** What `GET /rrd_updates?json=true` of a host of XAPI says. */
export interface RrdUpdates {
  /** The step that was given, which need not be the one that was asked for; 0 without a `meta`. */
  stepSeconds: number
  /** When the newest step ended, on the clock of the host, whether there is a row of it or not. */
  newestAt: number | null
  /** Null for an entry that cannot be read. */
  legend: (LegendEntry | null)[]
  /** The oldest first, each time once. */
  rows: RrdRow[]
}

/**
 * Reads an answer of `rrd_updates` in JSON, whose numbers are texts. Rows without a time, or with
 * more or fewer values than the legend, are left out.
 *
 * @throws Error for what is no such document
 */
export function readRrdUpdates(text: string): RrdUpdates {
  let legend: RrdUpdates['legend'] = []
  let stepSeconds = 0
  let newestAt: number | null = null
  let hasLegend = false
  const rows = new Map<number, number[]>()
  const document = rrdJson(
    {
      legend: (entries, step, end) => {
        hasLegend = true
        legend = entries.map(readEntry)
        newestAt = Number.isFinite(end) ? end : null
        stepSeconds = Number.isFinite(step) && step > 0 ? step : 0
      },
      row: (endsAt, _, values) => {
        if (Number.isFinite(endsAt) && values.length === legend.length)
          rows.set(endsAt, Array.from(values))
      },
    },
    { line: 1 },
  )
  document.push(text)
  if (!hasLegend || !document.hasEnded)
    throw new DocumentError('it breaks off, or has no legend', 'an answer of rrd_updates')
  return {
    stepSeconds,
    newestAt,
    legend,
    rows: [...rows]
      .map(([endsAt, values]) => ({ endsAt, values }))
      .sort((one, other) => one.endsAt - other.endsAt),
  }
}
