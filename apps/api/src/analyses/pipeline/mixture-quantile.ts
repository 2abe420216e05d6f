import type { DurationStats } from '@steelyard/traces'

/** Knots of a window's distribution: share of the requests that took at most so long. */
function knotsOf(stats: DurationStats): [share: number, seconds: number][] {
  return [
    [0, stats.minSeconds],
    [0.5, stats.p50Seconds],
    [0.9, stats.p90Seconds],
    [0.95, stats.p95Seconds],
    [0.99, stats.p99Seconds],
    [1, stats.maxSeconds],
  ]
}

function shareAtMost(stats: DurationStats, seconds: number): number {
  const knots = knotsOf(stats)
  if (seconds < knots[0]![1]) return 0
  for (let i = 1; i < knots.length; i++) {
    const [shareBelow, below] = knots[i - 1]!
    const [shareAbove, above] = knots[i]!
    if (seconds >= above) continue
    return shareBelow + ((shareAbove - shareBelow) * (seconds - below)) / (above - below)
  }
  return 1
}

/**
 * Quantile over several windows. Only quantiles of each window are kept, so the distribution inside
 * a window is taken as straight between its known quantiles; one window alone gives its own
 * quantile back. Solved by bisection, since a mixture has no closed inverse.
 */
export function mixtureQuantile(windows: readonly DurationStats[], share: number): number | null {
  const counted = windows.filter((stats) => stats.count > 0)
  if (counted.length === 0) return null
  const total = counted.reduce((sum, stats) => sum + stats.count, 0)
  let low = Math.min(...counted.map((stats) => stats.minSeconds))
  let high = Math.max(...counted.map((stats) => stats.maxSeconds))
  for (let step = 0; step < 60 && high - low > 1e-9; step++) {
    const middle = (low + high) / 2
    const below = counted.reduce((sum, s) => sum + s.count * shareAtMost(s, middle), 0) / total
    if (below >= share) high = middle
    else low = middle
  }
  return high
}
