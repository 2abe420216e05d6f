import type { WatchPoint } from '@steelyard/contract'
import { formatMs, formatNumber, formatRate } from '@steelyard/contract/format'

/** What a watch observes of a domain over time. */
export const watchMetrics = [
  {
    key: 'response',
    label: 'Response time',
    axis: 'ms',
    of: ({ responseTimeMs }: WatchPoint) => responseTimeMs,
    write: formatMs,
  },
  {
    key: 'load',
    label: 'Load',
    axis: '/s',
    of: ({ arrivalRatePerSecond }: WatchPoint) => arrivalRatePerSecond,
    write: formatRate,
  },
  {
    key: 'cpu',
    label: 'CPU',
    axis: 'pCPUs',
    of: ({ usedPCpus }: WatchPoint) => usedPCpus,
    write: (value: number | null) => unit(value, 'pCPUs'),
  },
  {
    key: 'waits',
    label: 'Waits',
    axis: 'vCPUs',
    of: ({ waitedPCpus }: WatchPoint) => waitedPCpus,
    write: (value: number | null) => unit(value, 'vCPUs'),
  },
] as const

export type WatchMetric = (typeof watchMetrics)[number]

/** The metric that an address names; response times for any other. */
export function metricOf(key: string | null): WatchMetric {
  return watchMetrics.find((each) => each.key === key) ?? watchMetrics[0]
}

function unit(value: number | null, name: string): string {
  return value === null ? formatNumber(value) : `${formatNumber(value)} ${name}`
}
