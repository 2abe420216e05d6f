import type { ForecastQuestion } from '@steelyard/contract'

/** The tabs of a host in their order; the first has no path segment of its own. */
export const hostTabs = [
  { segment: '', label: 'Now' },
  { segment: 'options', label: 'Options' },
  { segment: 'headroom', label: 'Headroom' },
  { segment: 'evidence', label: 'Evidence' },
  { segment: 'history', label: 'History' },
  { segment: 'settings', label: 'Settings' },
  { segment: 'load-balancer', label: 'Load balancer' },
  { segment: 'real-time', label: 'Real-time' },
] as const

export type HostTab = (typeof hostTabs)[number]['segment']

/** The address of a tab of a host; without a recording it shows the newest complete one. */
export function hostPath(hostId: string, tab: HostTab = '', recording?: string | null): string {
  const path = `/hosts/${hostId}${tab && `/${tab}`}`
  return recording ? `${path}?recording=${recording}` : path
}

/** The picker lists at most as many recordings as one page of the API holds. */
export const recordingsOf = (hostId: string) => ({ query: { hostId, limit: 100 } })

/** The charts over time draw at most this many points of each domain. */
export const seriesOf = (analysisId: string) => ({
  params: { id: analysisId },
  query: { maxPoints: 600 },
})

/** The forecast for one question about a recording. */
export const forecastOf = (analysisId: string, question: ForecastQuestion) => ({
  params: { id: analysisId },
  body: question,
})

/** The newest comparison of all levers on a recording. */
export const leversOf = (analysisId: string) => ({
  query: { kind: 'levers' as const, analysisId, limit: 1 },
})
