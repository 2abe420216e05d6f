import { studentT } from '../numeric/student-t.ts'

/** An estimator's error against measured mean response times, in one band of load. */
export interface ResidualSpread {
  /**
   * Root mean square of ln(measured / estimated), less the part due to the seeds. Taken about zero
   * rather than about the mean, so that a biased estimator pays with a wider interval.
   */
  logSpread: number
  /**
   * How many independent values it was computed from, at least one: the means of one recording are off
   * together and count as one.
   */
  values: number
}

/** The spread of answers that differ only by their seed. */
export interface SeedSpread {
  /** Standard deviation of the logarithm of a single answer. */
  logSpread: number
  /** How many answers the centre averages: at least one. */
  seeds: number
}

interface PredictionInterval {
  lowSeconds: number
  highSeconds: number
}

/**
 * The interval in which a mean response time will be measured, with the given confidence, when an
 * estimator returns `centreSeconds` for it. Response times are positive and their errors are
 * ratios, so the logarithm of measured over estimated is assumed normal, with two independent
 * parts: the sampling variation of one recording (the spread over seeds, once for the recording and
 * once for the mean over its seeds), and the estimator's error on real hosts (the residual). The
 * residual's spread comes from few values, so the quantile is Student's.
 * @param seeds for an estimator that is a simulation; without them, the residual contains all
 * sampling variation
 * @param chance by which another recording would differ besides, as a spread of the logarithm
 */
export function predictionInterval(
  centreSeconds: number,
  residual: ResidualSpread,
  {
    seeds,
    chance = 0,
    confidence = 0.9,
  }: { seeds?: SeedSpread; chance?: number; confidence?: number } = {},
): PredictionInterval {
  const sampled = chance ** 2 + (seeds ? varianceOfChance(seeds) : 0)
  const error = residual.logSpread ** 2 * (1 + 1 / residual.values)
  const factor = Math.exp(studentT(residual.values, confidence) * Math.sqrt(sampled + error))
  return { lowSeconds: centreSeconds / factor, highSeconds: centreSeconds * factor }
}

/**
 * Variance of the log ratio of one recording to the mean of as many others as there were seeds.
 */
export function varianceOfChance({ logSpread, seeds }: SeedSpread): number {
  return logSpread ** 2 * (1 + 1 / seeds)
}

/**
 * The seed spread that `predictionInterval` needs, from the mean of an estimator's answers and the
 * half-width of its 95 % interval (Student's t). For a log-normal answer the variance of ln is ln(1 +
 * c²).
 */
export function seedSpreadOf(
  meanSeconds: number,
  halfWidthSeconds: number,
  seeds: number,
): SeedSpread {
  const deviation = (halfWidthSeconds * Math.sqrt(seeds)) / studentT(seeds - 1)
  return { logSpread: Math.sqrt(Math.log1p((deviation / meanSeconds) ** 2)), seeds }
}
