import type { AnalysisResult, ForecastDomain, Headroom } from '@steelyard/contract'

/**
 * Targets are held against peaks, here as in the verdict: the 95th percentile of the windows' means,
 * which a model moves by the same ratio as the mean.
 */
export type Peaks = ReadonlyMap<string, number>

export function peaksOf({ domains }: Pick<AnalysisResult, 'domains'>): Peaks {
  return new Map(
    domains.flatMap(({ domain, peakResponseTimeMs }) =>
      peakResponseTimeMs === null ? [] : [[domain, peakResponseTimeMs]],
    ),
  )
}

export interface Outlook {
  /** What is compared: peaks where one was measured, else the model's means. */
  of: 'peak' | 'mean'
  nowMs: number | null
  /** null = the model has no finite answer. */
  thenMs: number | null
  meetsTarget: boolean | null
}

export function outlookOf(domain: ForecastDomain, peaks: Peaks): Outlook {
  const { responseTimeMs, nowMs, measuredMs, anchoredMs, targetMs } = domain
  const peakMs = peaks.get(domain.domain)
  const byPeak = peakMs !== undefined && nowMs !== null && nowMs > 0
  const outlook: Omit<Outlook, 'meetsTarget'> = byPeak
    ? { of: 'peak', nowMs: peakMs, thenMs: scaled(peakMs, responseTimeMs, nowMs) }
    : { of: 'mean', nowMs: measuredMs ?? nowMs, thenMs: anchoredMs ?? responseTimeMs }
  return { ...outlook, meetsTarget: meets(outlook.thenMs, targetMs) }
}

/** Between which weights alone can move the outlook, by theory; in its own measure. */
export function reachOf(
  { bracket, nowMs }: Pick<ForecastDomain, 'bracket' | 'nowMs'>,
  outlook: Outlook,
): { bestMs: number; worstMs: number } | null {
  if (!bracket || !nowMs || outlook.nowMs === null) return null
  const factor = outlook.nowMs / nowMs
  return { bestMs: bracket.bestMs * factor, worstMs: bracket.worstMs * factor }
}

/** By another pair of a model's answers, such as the twin's; null where either is missing. */
export function scaled(peakMs: number, then: number | null, now: number | null): number | null {
  return then === null || !now ? null : (peakMs * then) / now
}

export function meets(ms: number | null, targetMs: number | null): boolean | null {
  return ms === null || targetMs === null ? null : ms <= targetMs
}

/** The curve of the peak instead of the mean, and where that one crosses the target. */
export function peakHeadroom(
  headroom: Headroom,
  { measuredMs, targetMs }: Pick<ForecastDomain, 'measuredMs' | 'targetMs'>,
  peaks: Peaks,
): Headroom {
  const peakMs = peaks.get(headroom.domain)
  if (peakMs === undefined || !measuredMs) return headroom
  const points = headroom.points.map(({ loadFactor, responseTimeMs }) => ({
    loadFactor,
    responseTimeMs: (responseTimeMs * peakMs) / measuredMs,
  }))
  const crossing = targetMs === null ? null : crossingOf(points, targetMs)
  if (crossing !== null) {
    return { ...headroom, points, breaksAtFactor: crossing, limit: 'target' }
  }
  if (headroom.limit === 'saturation') return { ...headroom, points }
  return { ...headroom, points, breaksAtFactor: null, limit: null }
}

/** Where a curve first rises over the target, straight between two points. */
function crossingOf(points: Headroom['points'], targetMs: number): number | null {
  const above = points.findIndex(({ responseTimeMs }) => responseTimeMs > targetMs)
  const high = points[above]
  if (!high) return null
  const low = points[above - 1]
  if (!low) return high.loadFactor
  const part = (targetMs - low.responseTimeMs) / (high.responseTimeMs - low.responseTimeMs)
  return low.loadFactor + part * (high.loadFactor - low.loadFactor)
}
