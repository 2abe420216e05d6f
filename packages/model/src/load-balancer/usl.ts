import { ModelInputError } from '../model-input-error.ts'
import { nnls } from '../numeric/nnls.ts'
import { solveLinear } from '../numeric/solve-linear.ts'
import {
  denominatorAt,
  kneeOf,
  peakOf,
  throughputAt,
  type UslCoefficients,
  type UslTerms,
} from './usl-curve.ts'

/** Throughput measured with a number of processes or threads, in any one unit. */
export interface ThroughputPoint {
  processes: number
  throughputPerSecond: number
}

export interface UslFit extends UslCoefficients {
  /**
   * One standard error each; null where no degrees of freedom are left, or where a bound is active.
   */
  standardErrors: UslCoefficients | null
  /** In the order of the points: measured minus fitted, per second. */
  residualsPerSecond: number[]
  /** Root of the sum of squared residuals over the degrees of freedom; null without any. */
  residualStandardDeviation: number | null
  /**
   * Points beyond the three that determine the coefficients. At 0 nothing is left to judge the
   * curve by: it passes through all points unless a bound is active.
   */
  degreesOfFreedom: number
  /**
   * Share of the points' variance that the curve explains. Meaningless at 0 degrees of freedom.
   */
  rSquared: number
  /**
   * Coefficients at a bound: contention at 0 or 1, coherency at 0. The unconstrained fit may lie
   * beyond it.
   */
  held: ('contention' | 'coherency')[]
  /** Where throughput is greatest; null when it does not fall before 1,024 processes. */
  peakProcesses: number | null
  /**
   * The last process whose gain is worth its while by the curve, but not beyond the last measured
   * gain; null when that holds for each of the first 1,024.
   */
  kneeProcesses: number | null
  /** Whether the knee lies beyond the largest number of processes measured. */
  kneeIsExtrapolated: boolean
}

const COEFFICIENTS = 3
const MAX_STEPS = 200
const SMALLEST_STRIDE = 2 ** -30

/**
 * Gunther's Universal Scalability Law, X(N) = g N / (1 + a (N - 1) + b N (N - 1)), fitted by least
 * squares on the throughputs with g > 0, 0 <= a <= 1 (contention), b >= 0 (coherency).
 *
 * With N / X(N) = e + c N + d N (N - 1) the bounds are e, c, d >= 0 (g = 1/(e + c), a = c/(e + c),
 * b = d/(e + c)), so each Gauss-Newton step is a non-negative least squares problem and every
 * iterate keeps the bounds.
 * @throws ModelInputError `invalid-points` for fewer than three distinct numbers of processes, or
 * for values that cannot be throughputs
 */
export function fitUsl(points: readonly ThroughputPoint[]): UslFit {
  checkPoints(points)
  const scale = Math.max(...points.map((point) => point.throughputPerSecond))
  const scaled = points.map(({ processes, throughputPerSecond }) => ({
    n: processes,
    x: throughputPerSecond / scale,
  }))
  const terms = minimise(scaled)
  const unit = terms.alone + terms.contention
  if (!(unit > 1e-9)) {
    throw new ModelInputError(
      'invalid-points',
      'The throughput of these points falls from the first process on; measure with one process too.',
    )
  }
  const curve: UslCoefficients = {
    perProcessPerSecond: scale / unit,
    contention: terms.contention / unit,
    coherency: terms.coherency / unit,
  }
  return { ...curve, ...qualityOf(points, curve), ...shapeOf(points, curve) }
}

function shapeOf(points: readonly ThroughputPoint[], curve: UslCoefficients) {
  const largest = Math.max(...points.map(({ processes }) => processes))
  const gaining = lastGain(points)
  const knee = gaining < largest ? Math.min(kneeOf(curve) ?? gaining, gaining) : kneeOf(curve)
  return {
    peakProcesses: peakOf(curve),
    kneeProcesses: knee,
    kneeIsExtrapolated: knee === null || knee > largest,
  }
}

/** The measured number of processes beyond which no other has a greater mean throughput. */
function lastGain(points: readonly ThroughputPoint[]): number {
  const counts = [...new Set(points.map(({ processes }) => processes))].sort((a, b) => a - b)
  const means = counts.map((count) => {
    const here = points.filter(({ processes }) => processes === count)
    return here.reduce((sum, each) => sum + each.throughputPerSecond, 0) / here.length
  })
  return counts[means.indexOf(Math.max(...means))]!
}

function checkPoints(points: readonly ThroughputPoint[]): void {
  for (const { processes, throughputPerSecond } of points) {
    if (!Number.isInteger(processes) || processes < 1) {
      throw new ModelInputError('invalid-points', 'Processes are counted from 1.', { processes })
    }
    if (!(throughputPerSecond > 0 && Number.isFinite(throughputPerSecond))) {
      throw new ModelInputError('invalid-points', 'A throughput is a positive number.', {
        throughputPerSecond,
      })
    }
  }
  if (new Set(points.map(({ processes }) => processes)).size < COEFFICIENTS) {
    throw new ModelInputError(
      'invalid-points',
      'Three coefficients need throughputs at three different numbers of processes.',
    )
  }
}

interface Scaled {
  n: number
  x: number
}

/** The three columns whose combination is N / X(N). */
const columnsAt = (n: number) => [1, n, n * (n - 1)]

function squares(points: readonly Scaled[], terms: UslTerms): number {
  return points.reduce((sum, { n, x }) => sum + (x - n / denominatorAt(terms, n)) ** 2, 0)
}

function minimise(points: readonly Scaled[]): UslTerms {
  // N = X d(N) is linear, and exact where a curve passes through all points.
  let terms = bounded(points.map(({ n, x }) => ({ weight: x, n, right: n })))
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = stride(points, terms, bounded(points.map((point) => linearised(point, terms))))
    if (next === null) return terms
    terms = next
  }
  return terms
}

/** Linearises X - n/d about the current d: X - 2 n/d + (n/d^2) d(e, c, d), to be minimised. */
function linearised({ n, x }: Scaled, terms: UslTerms) {
  const d = denominatorAt(terms, n)
  return { weight: n / d ** 2, n, right: (2 * n) / d - x }
}

function bounded(rows: readonly { weight: number; n: number; right: number }[]): UslTerms {
  const matrix = rows.map(({ weight, n }) => columnsAt(n).map((value) => weight * value))
  const sizes = [0, 1, 2].map((j) => Math.hypot(...matrix.map((row) => row[j]!)) || 1)
  const solved = nnls(
    matrix.map((row) => row.map((value, j) => value / sizes[j]!)),
    rows.map(({ right }) => right),
  )
  const [alone, contention, coherency] = solved.map((value, j) => value / sizes[j]!)
  return { alone: alone!, contention: contention!, coherency: coherency! }
}

/** Moves towards `target` as far as the squares decrease; null where they do not. */
function stride(points: readonly Scaled[], from: UslTerms, target: UslTerms): UslTerms | null {
  const before = squares(points, from)
  for (let share = 1; share >= SMALLEST_STRIDE; share /= 2) {
    const mix = (key: keyof UslTerms) => from[key] + share * (target[key] - from[key])
    const next = {
      alone: mix('alone'),
      contention: mix('contention'),
      coherency: mix('coherency'),
    }
    if (squares(points, next) < before * (1 - 1e-14)) return next
  }
  return null
}

function qualityOf(points: readonly ThroughputPoint[], curve: UslCoefficients) {
  const residualsPerSecond = points.map(
    ({ processes, throughputPerSecond }) => throughputPerSecond - throughputAt(curve, processes),
  )
  const left = residualsPerSecond.reduce((sum, residual) => sum + residual ** 2, 0)
  const mean = points.reduce((sum, each) => sum + each.throughputPerSecond, 0) / points.length
  const total = points.reduce((sum, each) => sum + (each.throughputPerSecond - mean) ** 2, 0)
  const degreesOfFreedom = points.length - COEFFICIENTS
  const variance = degreesOfFreedom > 0 ? left / degreesOfFreedom : null
  const held = (['contention', 'coherency'] as const).filter(
    (key) => curve[key] === 0 || (key === 'contention' && curve[key] === 1),
  )
  return {
    residualsPerSecond,
    residualStandardDeviation: variance === null ? null : Math.sqrt(variance),
    degreesOfFreedom,
    rSquared: total > 0 ? 1 - left / total : 1,
    held,
    // A coefficient at its bound has no standard error based on derivatives.
    standardErrors: variance === null || held.length > 0 ? null : errorsOf(points, curve, variance),
  }
}

/**
 * From the inverse of J'J, as for any non-linear least squares; null where the points do not
 * determine them.
 */
function errorsOf(
  points: readonly ThroughputPoint[],
  curve: UslCoefficients,
  variance: number,
): UslCoefficients | null {
  const jacobian = points.map(({ processes: n }) => {
    const x = throughputAt(curve, n)
    // dX / da = -X (N - 1) / D with the denominator D = g N / X, and dX / db likewise.
    const slope = -(x ** 2) / (curve.perProcessPerSecond * n)
    // The first column is relative to g, so that all three have a similar scale.
    return [x, slope * (n - 1), slope * n * (n - 1)]
  })
  const gram = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => jacobian.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
  )
  const spread = [0, 1, 2].map((i) => {
    const column = solveLinear(
      gram,
      [0, 1, 2].map((j) => (i === j ? 1 : 0)),
    )
    return column && Math.sqrt(variance * Math.max(column[i]!, 0))
  })
  const [relative, contention, coherency] = spread
  if (relative == null || contention == null || coherency == null) return null
  return { perProcessPerSecond: relative * curve.perProcessPerSecond, contention, coherency }
}
