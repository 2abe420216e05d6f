import type { Observation } from '@steelyard/traces'
import { TOTALS_METRICS } from '../metrics/loop-metrics.ts'
import { msOf } from '../milliseconds.ts'
import { type Amounts, amountsOf, NOTHING, sum } from '../windows/amounts-of.ts'
import type { Series } from './write-request.ts'

/** What was sent of each domain so far. */
export type SentTotals = Record<string, Amounts>

/** The domains of a host in one window. */
export interface ObservedWindow {
  endEpochSeconds: number
  observations: readonly Observation[]
}

/**
 * The counters of a host as they stood at the end of each window, under the names and labels of
 * /metrics. A domain that a window does not have gets no sample.
 * @param windows oldest first
 * @returns and what the counters stand at afterwards
 */
export function seriesOfWindows(
  host: string,
  windows: readonly ObservedWindow[],
  before: SentTotals,
): { series: Series[]; totals: SentTotals } {
  const totals = new Map(Object.entries(before))
  const series = new Map<string, Series>()
  for (const { endEpochSeconds, observations } of windows) {
    const counted = observations.map((each) => {
      const amounts = sum(totals.get(each.domain) ?? NOTHING, amountsOf(each))
      totals.set(each.domain, amounts)
      return { host, domain: each.domain, ...amounts }
    })
    for (const { name, samples } of TOTALS_METRICS) {
      for (const { metricName, labels, value } of samples({ totals: counted })) {
        const texts = Object.entries(labels).map(([label, text]) => [label, String(text)])
        const named = { __name__: metricName ?? name, ...Object.fromEntries(texts) }
        const key = JSON.stringify(named)
        if (!series.has(key)) series.set(key, { labels: named, samples: [] })
        series.get(key)!.samples.push({ value, epochMs: msOf(endEpochSeconds) })
      }
    }
  }
  return { series: [...series.values()], totals: Object.fromEntries(totals) }
}
