/** How fast level, trend and season follow the values, each from 0 to 1. */
interface Smoothing {
  alpha: number
  beta: number
  gamma: number
}

/** Additive Holt-Winters at the end of its values: the next one is level + trend + seasonal[0]. */
export interface HoltWinters extends Smoothing {
  level: number
  trend: number
  /** Of the coming season, that of the next value first. */
  seasonals: number[]
  /** Root of the mean square of its one-step errors after the two seasons it begins from. */
  standardError: number
}

/** The first step of the search, and the last. */
const WIDEST_STEP = 0.25
const FINEST_STEP = 1 / 64
const START: Smoothing = { alpha: 0.25, beta: 0, gamma: 0.25 }

/**
 * Fits additive Holt-Winters (Winters 1960; Hyndman and Athanasopoulos, Forecasting, section 8.3)
 * with `season` values a season. Level, trend and season begin from the first two seasons; the
 * smoothing is the one whose one-step forecasts of all others have the least mean absolute error,
 * which a burst sways less than the mean square. A gap leaves everything at its forecast. Null
 * with less than three seasons, or when the first two have too little in common.
 */
export function fitHoltWinters(
  values: readonly (number | null)[],
  season: number,
): HoltWinters | null {
  if (values.length < 3 * season) return null
  const beginning = beginningOf(values, season)
  if (beginning === null) return null
  const smoothing = leastError((tried) => run(values, beginning, tried).meanAbsoluteError)
  const { level, trend, seasonals, standardError } = run(values, beginning, smoothing)
  const phase = values.length % season
  return {
    ...smoothing,
    level,
    trend,
    seasonals: [...seasonals.slice(phase), ...seasonals.slice(0, phase)],
    standardError,
  }
}

/** One pass over all values. Errors count from the third season on. */
function run(
  values: readonly (number | null)[],
  beginning: Beginning,
  { alpha, beta, gamma }: Smoothing,
) {
  const seasonals = Float64Array.from(beginning.seasonals)
  const season = seasonals.length
  let { level, trend } = beginning
  let [count, absolute, squared] = [0, 0, 0]
  for (const [index, value] of values.entries()) {
    const seasonal = seasonals[index % season]!
    const foretold = level + trend
    const error = value === null ? 0 : value - foretold - seasonal
    level = foretold + alpha * error
    trend += alpha * beta * error
    seasonals[index % season] = seasonal + gamma * (1 - alpha) * error
    if (value === null || index < 2 * season) continue
    count++
    absolute += Math.abs(error)
    squared += error ** 2
  }
  return {
    level,
    trend,
    seasonals: [...seasonals],
    meanAbsoluteError: absolute / Math.max(1, count),
    standardError: Math.sqrt(squared / Math.max(1, count)),
  }
}

/** Compass search: to the best neighbour while one is better, then with half the step. */
function leastError(errorOf: (smoothing: Smoothing) => number): Smoothing {
  let best = { smoothing: START, error: errorOf(START) }
  for (let step = WIDEST_STEP; step >= FINEST_STEP; ) {
    const better = neighbours(best.smoothing, step)
      .map((smoothing) => ({ smoothing, error: errorOf(smoothing) }))
      .reduce((least, each) => (each.error < least.error ? each : least), best)
    if (better === best) step /= 2
    best = better
  }
  return best.smoothing
}

function neighbours(of: Smoothing, step: number): Smoothing[] {
  const names = ['alpha', 'beta', 'gamma'] as const
  return names.flatMap((name) =>
    [of[name] - step, of[name] + step]
      .filter((value) => value >= 0 && value <= 1)
      .map((value) => ({ ...of, [name]: value })),
  )
}

/** Level, trend and season just before the first value. */
interface Beginning {
  level: number
  trend: number
  seasonals: number[]
}

/**
 * What the first two seasons say: the trend is how much the second is above the first, and a
 * seasonal is the mean deviation from that line, which is exact for a line plus a season. Only
 * moments known in both seasons set the line; a moment known in neither has a seasonal of 0. Null
 * when fewer than half of the moments are known in both.
 */
function beginningOf(values: readonly (number | null)[], season: number): Beginning | null {
  let [common, firsts, growth, moments] = [0, 0, 0, 0]
  for (let moment = 0; moment < season; moment++) {
    const [first, second] = [values[moment], values[season + moment]]
    if (first == null || second == null) continue
    common++
    firsts += first
    growth += second - first
    moments += moment
  }
  if (common < season / 2) return null
  const trend = growth / common / season
  const levelAt = (index: number) => firsts / common + trend * (index - moments / common)
  return {
    level: levelAt(-1),
    trend,
    seasonals: Array.from({ length: season }, (_, moment) => {
      const deviations = [moment, season + moment].flatMap((index) => {
        const value = values[index]
        return value == null ? [] : [value - levelAt(index)]
      })
      return deviations.reduce((sum, each) => sum + each, 0) / Math.max(1, deviations.length)
    }),
  }
}
