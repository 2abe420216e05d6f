import { studentT } from './student-t.ts'

/** How far an estimator was from mean response times that were measured, in one band of load. */
export interface ResidualSpread {
  /**
   * Root mean square of ln(measured / estimated), less what the seeds explain. About zero and not about its
   * mean, so that an estimator that leans to one side pays for it with width.
   */
  logSpread: number
  /** How many measured means it was found from: at least one. */
  values: number
}

/** How answers to one question differ that differ by their seed alone. */
export interface SeedSpread {
  /** Standard deviation of the logarithm of the answers. */
  logSpread: number
  /** How many answers the centre is the mean of: at least one. */
  seeds: number
}

export interface PredictionInterval {
  lowSeconds: number
  highSeconds: number
}

/**
 * Where a mean response time will be measured, with such confidence, if an estimator says `centreSeconds`
 * for it. Response times are positive and their errors are ratios, so the logarithm of measured over
 * estimated is taken for normal, with two independent parts: what chance does to one stretch of traffic
 * (the spread over seeds, once for the stretch and once for the mean over its seeds), and what the
 * estimator gets wrong on real hosts (the residual). As the residual's spread was found from few values,
 * the quantile is Student's.
 * @param seeds of an estimator that draws; without them all chance is in the residual
 */
export function predictionInterval(
  centreSeconds: number,
  residual: ResidualSpread,
  { seeds, confidence = 0.9 }: { seeds?: SeedSpread; confidence?: number } = {},
): PredictionInterval {
  const chance = seeds ? varianceOfChance(seeds) : 0
  const error = residual.logSpread ** 2 * (1 + 1 / residual.values)
  const factor = Math.exp(studentT(residual.values, confidence) * Math.sqrt(chance + error))
  return { lowSeconds: centreSeconds / factor, highSeconds: centreSeconds * factor }
}

/** Of the logarithm of one stretch over the mean of as many others as there were seeds. */
export function varianceOfChance({ logSpread, seeds }: SeedSpread): number {
  return logSpread ** 2 * (1 + 1 / seeds)
}

/**
 * From the mean of an estimator's answers and half the interval of that mean (Student's t): what
 * `predictionInterval` needs to know of the seeds. For a log-normal answer ln's variance is ln(1 + c²).
 * @param confidence of the interval
 */
export function seedSpreadOf(
  meanSeconds: number,
  halfWidthSeconds: number,
  seeds: number,
  confidence = 0.95,
): SeedSpread {
  const deviation = (halfWidthSeconds * Math.sqrt(seeds)) / studentT(seeds - 1, confidence)
  return { logSpread: Math.sqrt(Math.log1p((deviation / meanSeconds) ** 2)), seeds }
}
