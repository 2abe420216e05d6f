import type { ForecastDomain, Headroom } from '@steelyard/contract'

/**
 * What is compared with now and held against the target: the peak, as in the verdict, which a model
 * moves by the same ratio as the mean. Where no peak was measured, the model's means.
 */
export interface Outlook {
  of: 'peak' | 'mean'
  nowMs: number | null
  /** null = the model has no finite answer. */
  thenMs: number | null
}

export function outlookOf(domain: ForecastDomain): Outlook {
  const { peakMs, anchoredPeakMs, nowMs, responseTimeMs, measuredMs, anchoredMs } = domain
  // A model that cannot tell how things are cannot move what was measured.
  return peakMs !== null && nowMs
    ? { of: 'peak', nowMs: peakMs, thenMs: anchoredPeakMs }
    : { of: 'mean', nowMs: measuredMs ?? nowMs, thenMs: anchoredMs ?? responseTimeMs }
}

/**
 * Between which weights alone can move the outlook, as the model sees it. Moved by the ratio of what
 * was measured to the model, a bracket is a forecast like any other and no longer a bound.
 */
export function reachOf(
  { bracket, nowMs }: Pick<ForecastDomain, 'bracket' | 'nowMs'>,
  outlook: Outlook,
): { bestMs: number; worstMs: number } | null {
  if (!bracket || !nowMs || outlook.nowMs === null) return null
  const factor = outlook.nowMs / nowMs
  return { bestMs: bracket.bestMs * factor, worstMs: bracket.worstMs * factor }
}

/** A peak, moved as a model or the twin moves the mean; null where either is missing. */
export function movedPeak(peakMs: number, then: number | null, now: number | null): number | null {
  return then === null || !now ? null : (peakMs * then) / now
}

/** The curve of the peak instead of the mean, so that it crosses the target where that breaks. */
export function peakCurve(
  { points }: Pick<Headroom, 'points'>,
  { measuredMs, peakMs }: Pick<ForecastDomain, 'measuredMs' | 'peakMs'>,
): Headroom['points'] {
  if (!measuredMs || peakMs === null) return points
  return points.map(({ loadFactor, responseTimeMs }) => ({
    loadFactor,
    responseTimeMs: (responseTimeMs * peakMs) / measuredMs,
  }))
}
