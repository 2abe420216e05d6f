import type { Host, WatchSeries } from '@steelyard/contract'
import { inHostOrder } from '../../../../lib/domain-order.ts'

/**
 * The live series in the order of the host, or that of one guest. What has a target but was not observed at all belongs to
 * the verdict too.
 */
export function seriesOfHost(series: WatchSeries, host: Host, of?: string): WatchSeries {
  const unseen = host.domains.filter(
    ({ name, gone, target }) =>
      !gone &&
      target.responseTimeMs !== null &&
      !target.isSoft &&
      !series.domains.some(({ domain }) => domain === name),
  )
  const domains = [
    ...series.domains,
    ...unseen.map(({ name, target }) => ({
      domain: name,
      targetMs: target.responseTimeMs,
      points: [],
    })),
  ]
  const shown = of === undefined ? domains : domains.filter(({ domain }) => domain === of)
  return { ...series, domains: inHostOrder(shown, host) }
}
