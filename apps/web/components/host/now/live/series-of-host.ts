import type { Host, WatchSeries } from '@steelyard/contract'
import { inHostOrder } from '../../../../lib/domain-order.ts'

/**
 * The live series in the order of the host. What has a target but was not observed at all belongs to
 * the verdict too.
 */
export function seriesOfHost(series: WatchSeries, host: Host): WatchSeries {
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
  return { ...series, domains: inHostOrder(domains, host) }
}
