import { RESPONSE_BOUNDS_SECONDS } from '../windows/response-bounds.ts'
import type { DomainTotals } from './read-totals.ts'
import type { Sample } from './sample.ts'

const NAME = 'steelyard_domain_response_seconds'

/** The histogram of one domain as Prometheus reads it: each bucket contains all shorter times. */
export function responseSamples(totals: DomainTotals): Sample[] {
  const labels = { host: totals.host, domain: totals.domain }
  let count = 0
  const buckets = totals.responses.map((responses, index) => {
    count += responses
    const le = RESPONSE_BOUNDS_SECONDS[index] ?? '+Inf'
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: totals.responseSeconds },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}
