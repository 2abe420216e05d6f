import type { ForecastDomain, Headroom } from '@steelyard/contract'

/**
 * The values compared with each other and with the target. Both are the statistic that the targets
 * use, as in the verdict; both come from the same model and are scaled alike. Where that statistic
 * was not measured, they are the model's means.
 */
export interface Outlook {
  of: 'peak' | 'mean'
  nowMs: number | null
  /** Null when the model has no finite answer. */
  thenMs: number | null
}

export function outlookOf(domain: ForecastDomain): Outlook {
  const { anchoredPeakNowMs, anchoredPeakMs, nowMs, responseTimeMs, anchoredNowMs, anchoredMs } =
    domain
  // A model that cannot reproduce the present cannot scale what was measured.
  return anchoredPeakNowMs !== null
    ? { of: 'peak', nowMs: anchoredPeakNowMs, thenMs: anchoredPeakMs }
    : { of: 'mean', nowMs: anchoredNowMs ?? nowMs, thenMs: anchoredMs ?? responseTimeMs }
}

/**
 * The range within which weights alone can move the outlook, according to the model. Scaled by the
 * ratio of the measurement to the model, a bracket is a forecast and no longer a bound.
 */
export function reachOf(
  { bracket, nowMs }: Pick<ForecastDomain, 'bracket' | 'nowMs'>,
  outlook: Outlook,
): { bestMs: number; worstMs: number } | null {
  if (!bracket || !nowMs || outlook.nowMs === null) return null
  const factor = outlook.nowMs / nowMs
  return { bestMs: bracket.bestMs * factor, worstMs: bracket.worstMs * factor }
}

/**
 * Scales a measured statistic by the ratio that the twin predicts. Null when either value is
 * missing.
 */
export function movedPeak(peakMs: number, then: number | null, now: number | null): number | null {
  return then === null || !now ? null : (peakMs * then) / now
}

/** The curve of the peak instead of the mean, so that it crosses the target where the peak does. */
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
