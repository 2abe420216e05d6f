import type { ForecastDomain, Headroom } from '@steelyard/contract'

/**
 * What is compared with now and held against the target: the statistic of the targets, as in the verdict,
 * now and then by the same model, scaled alike. Where it was not measured, the model's means.
 */
export interface Outlook {
  of: 'peak' | 'mean'
  nowMs: number | null
  /** null = the model has no finite answer. */
  thenMs: number | null
}

export function outlookOf(domain: ForecastDomain): Outlook {
  const { anchoredPeakNowMs, anchoredPeakMs, nowMs, responseTimeMs, anchoredNowMs, anchoredMs } =
    domain
  // A model that cannot tell how things are cannot move what was measured.
  return anchoredPeakNowMs !== null
    ? { of: 'peak', nowMs: anchoredPeakNowMs, thenMs: anchoredPeakMs }
    : { of: 'mean', nowMs: anchoredNowMs ?? nowMs, thenMs: anchoredMs ?? responseTimeMs }
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

/** A measured statistic, moved as the twin moves its own; null where either is missing. */
export function movedPeak(peakMs: number, then: number | null, now: number | null): number | null {
  return then === null || !now ? null : (peakMs * then) / now
}

/** The curve of the peak instead of the mean, so that it crosses the target where that breaks. */
export function peakCurve(
  { points }: Pick<Headroom, 'points'>,
  {
    anchoredNowMs: mean,
    anchoredPeakNowMs: peak,
  }: Pick<ForecastDomain, 'anchoredNowMs' | 'anchoredPeakNowMs'>,
): Headroom['points'] {
  if (!mean || peak === null) return points
  return points.map(({ loadFactor, responseTimeMs }) => ({
    loadFactor,
    responseTimeMs: (responseTimeMs * peak) / mean,
  }))
}
