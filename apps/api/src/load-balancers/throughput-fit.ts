import type { ThroughputFit } from '@steelyard/contract'
import {
  fitUsl,
  ModelInputError,
  type ThroughputPoint,
  throughputAt,
  type UslFit,
} from '@steelyard/model'
import { words } from '@steelyard/words'
import { invalid } from '../errors.ts'
import { fitOf } from './load-balancer-row.ts'

const CURVE_POINTS = 60

/** @throws AppError `invalid` where no curve can be fitted to the points */
export function fitThroughput(points: readonly ThroughputPoint[]): ThroughputFit {
  return presentFit(
    points,
    orInvalid(() => fitUsl(points)),
  )
}

/** Null while there are too few points. */
export function throughputFitOf(points: readonly ThroughputPoint[]): ThroughputFit | null {
  const fit = fitOf(points)
  return fit && presentFit(points, fit)
}

/** @throws AppError `invalid` for points that are enough for a curve but fit none */
export function checkPoints(points: readonly ThroughputPoint[]): void {
  orInvalid(() => fitOf(points))
}

function presentFit(points: readonly ThroughputPoint[], fit: UslFit): ThroughputFit {
  return {
    ...fit,
    kneeStatement: words.loadBalancers.knee(fit),
    trustStatement: words.loadBalancers.trust(fit),
    curve: curveOf(points, fit),
  }
}

/** The curve runs from one process to 1.5 times the largest number measured. */
function curveOf(points: readonly ThroughputPoint[], fit: UslFit) {
  const largest = Math.max(...points.map(({ processes }) => processes))
  const end = Math.max(2, Math.ceil(1.5 * largest))
  return Array.from({ length: CURVE_POINTS + 1 }, (_, index) => {
    const processes = 1 + ((end - 1) * index) / CURVE_POINTS
    return { processes, throughputPerSecond: throughputAt(fit, processes) }
  })
}

function orInvalid<T>(fit: () => T): T {
  try {
    return fit()
  } catch (error) {
    if (error instanceof ModelInputError) throw invalid('body.points', error.message)
    throw error
  }
}
