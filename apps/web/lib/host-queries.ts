import type { ForecastQuestion } from '@steelyard/contract'

// What the tabs of a host ask the API, once on the server and then in the browser: the same
// arguments give the same key of the cache.

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
