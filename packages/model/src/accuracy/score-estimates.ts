import { mean, median } from 'simple-statistics'

interface ScoredPair {
  measuredSeconds: number | null
  estimatedSeconds: number | null
}

interface Score {
  /** Pairs that have both an estimate and a measurement above zero. */
  n: number
  /** Pairs left out because one of the two is missing. */
  missing: number
  /** Mean of |estimated - measured| / measured, as a ratio (0.2 = 20 %); null when n = 0. */
  meanAbsoluteRelativeError: number | null
  medianAbsoluteRelativeError: number | null
  /** Mean of (estimated - measured) / measured; positive when estimates are too high. */
  relativeBias: number | null
  /** Mean of estimated - measured, seconds. */
  biasSeconds: number | null
}

/** Scores estimates against measurements, domain by domain and window by window. */
export function scoreEstimates(pairs: readonly ScoredPair[]): Score {
  const errors = pairs.flatMap(({ measuredSeconds, estimatedSeconds }) => {
    if (measuredSeconds === null || estimatedSeconds === null || measuredSeconds <= 0) return []
    const seconds = estimatedSeconds - measuredSeconds
    return [{ seconds, relative: seconds / measuredSeconds }]
  })
  const missing = pairs.length - errors.length
  if (errors.length === 0) {
    return {
      n: 0,
      missing,
      meanAbsoluteRelativeError: null,
      medianAbsoluteRelativeError: null,
      relativeBias: null,
      biasSeconds: null,
    }
  }
  const relative = errors.map((error) => error.relative)
  const absolute = relative.map(Math.abs)
  return {
    n: errors.length,
    missing,
    meanAbsoluteRelativeError: mean(absolute),
    medianAbsoluteRelativeError: median(absolute),
    relativeBias: mean(relative),
    biasSeconds: mean(errors.map((error) => error.seconds)),
  }
}
