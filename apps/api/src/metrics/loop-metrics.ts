import { RESPONSE_BOUNDS_SECONDS } from '../windows/response-bounds.ts'
import type { MetricsReading } from './read-metrics.ts'
import type { DomainTotals } from './read-totals.ts'
import type { Sample } from './sample.ts'

const RESPONSE_METRIC = 'steelyard_domain_response_seconds'

interface Metric<Reading> {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples(reading: Reading): Sample[]
}

/** What watches have counted of each domain. */
export const TOTALS_METRICS: readonly Metric<Pick<MetricsReading, 'totals'>>[] = [
  {
    name: 'steelyard_domain_wait_seconds_total',
    type: 'counter',
    help: 'Time in which vCPUs were runnable and not running. Only bursts of xentrace see it: between bursts the counter stands still, so compare it with itself and not with the clock.',
    samples: counted((totals) => totals.waitSeconds),
  },
  {
    name: 'steelyard_domain_response_seconds',
    type: 'histogram',
    help: 'Response times in the access log of the domain. A time within 1 % of a bound may count on either side of it.',
    samples: ({ totals }) => totals.flatMap(responseSamples),
  },
  {
    name: 'steelyard_domain_requests_total',
    type: 'counter',
    help: 'Requests that arrived, by the access log of the domain.',
    samples: counted((totals) => totals.requests),
  },
  {
    name: 'steelyard_domain_cpu_seconds_total',
    type: 'counter',
    help: 'CPU time that the domain received, summed over pCPUs.',
    samples: counted((totals) => totals.cpuSeconds),
  },
]

/** What Steelyard knows of watched hosts and of its loop, for a Prometheus of the operator's own. */
export const LOOP_METRICS: readonly Metric<MetricsReading>[] = [
  ...TOTALS_METRICS,
  {
    name: 'steelyard_target_met',
    type: 'gauge',
    help: '1 if the domain kept its target in the newest minute, 0 if it missed it; absent if its log says too little.',
    samples: ({ targets }) => targets,
  },
  {
    name: 'steelyard_hotspot_open',
    type: 'gauge',
    help: '1 while the domain has an open hotspot: its target was missed and is predicted to be missed again.',
    samples: ({ hotspots }) => hotspots,
  },
  {
    name: 'steelyard_prediction_error_ratio',
    type: 'gauge',
    help: 'Response time measured after the newest judged change on the host, divided by the one predicted for the same load.',
    samples: ({ predictionErrors }) => predictionErrors,
  },
  {
    name: 'steelyard_recommendation_open',
    type: 'gauge',
    help: 'Recommendations that wait for a person, to be approved or to be rolled back.',
    samples: ({ waiting }) => waiting,
  },
  {
    name: 'steelyard_watch_up',
    type: 'gauge',
    help: '1 if the watch of the host has stored a window within the last two minutes and reports no trouble.',
    samples: ({ watches }) => watches,
  },
  {
    name: 'steelyard_loop_stopped',
    type: 'gauge',
    help: '1 while nothing is applied without a person because somebody stopped the loop.',
    samples: ({ loopStop }) => loopStop,
  },
  {
    name: 'steelyard_notifications_failed_total',
    type: 'counter',
    help: 'Attempts to send a message that failed, since the channel was added.',
    samples: ({ failedNotifications }) => failedNotifications,
  },
  {
    name: 'steelyard_cold_windows_bytes',
    type: 'gauge',
    help: 'Size of the files that hold windows of watched hosts which are too old for the database.',
    samples: ({ coldBytes }) => coldBytes,
  },
]

function counted(amountOf: (totals: DomainTotals) => number) {
  return ({ totals }: Pick<MetricsReading, 'totals'>): Sample[] =>
    totals.map((each) => ({
      labels: { host: each.host, domain: each.domain },
      value: amountOf(each),
    }))
}

/** The histogram of one domain as Prometheus reads it: each bucket contains all shorter times. */
function responseSamples(totals: DomainTotals): Sample[] {
  const labels = { host: totals.host, domain: totals.domain }
  let count = 0
  const buckets = totals.responses.map((responses, index) => {
    count += responses
    const le = RESPONSE_BOUNDS_SECONDS[index] ?? '+Inf'
    return { metricName: `${RESPONSE_METRIC}_bucket`, labels: { ...labels, le }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${RESPONSE_METRIC}_sum`, labels, value: totals.responseSeconds },
    { metricName: `${RESPONSE_METRIC}_count`, labels, value: count },
  ]
}
