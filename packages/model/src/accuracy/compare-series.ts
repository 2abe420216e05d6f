import { mean } from '../numeric/mean.ts'
import { studentT } from '../numeric/student-t.ts'

/** A window: a response time and the load under which it was measured, both positive. */
export interface LoadedValue {
  value: number
  load: number
}

/** How the level of one series differs from that of another under the same load. */
interface SeriesDifference {
  /** Typical value of the second over that of the first. */
  ratio: number
  /** The confidence interval of the ratio. */
  low: number
  high: number
  /** Whether the interval excludes 1. */
  beyondChance: boolean
}

const FEWEST_VALUES = 4

/**
 * Compares the levels of two series by an analysis of covariance: logarithms of response times, as
 * these spread by factors, with one common slope over the logarithm of the load, so that steps of the
 * load are neither noise nor effect. What is left of neighbouring windows still resembles each other,
 * so each series counts for fewer independent values than it has: n (1 − r) / (1 + r), with r the
 * autocorrelation of its residuals at lag 1 (exact for an AR(1) process).
 *
 * @returns null when a series is too short to tell
 */
export function compareSeries(
  first: readonly LoadedValue[],
  second: readonly LoadedValue[],
): SeriesDifference | null {
  const [a, b] = [centred(first), centred(second)]
  if (!a || !b) return null
  const spread = a.xx + b.xx
  const slope = spread === 0 ? 0 : (a.xy + b.xy) / spread
  const [restA, restB] = [residuals(a, slope), residuals(b, slope)]
  const apart = b.meanX - a.meanX
  const difference = b.meanY - a.meanY - slope * apart
  // The slope is itself uncertain, which counts where the loads lie apart.
  const slopeVariance =
    spread === 0 ? 0 : (restA.squared * restA.shrunk + restB.squared * restB.shrunk) / spread
  const variance = restA.variance + restB.variance + apart ** 2 * slopeVariance
  const freedom =
    variance === 0
      ? restA.count + restB.count - 2
      : variance ** 2 /
        (restA.variance ** 2 / (restA.count - 1) + restB.variance ** 2 / (restB.count - 1))
  const half = studentT(Math.max(1, freedom)) * Math.sqrt(variance)
  return {
    ratio: Math.exp(difference),
    low: Math.exp(difference - half),
    high: Math.exp(difference + half),
    beyondChance: Math.abs(difference) > half,
  }
}

interface Centred {
  meanX: number
  meanY: number
  x: number[]
  y: number[]
  xx: number
  xy: number
}

function centred(values: readonly LoadedValue[]): Centred | null {
  const usable = values.filter(({ value, load }) => value > 0 && load > 0)
  if (usable.length < FEWEST_VALUES) return null
  const logX = usable.map(({ load }) => Math.log(load))
  const logY = usable.map(({ value }) => Math.log(value))
  const [meanX, meanY] = [mean(logX), mean(logY)]
  const x = logX.map((each) => each - meanX)
  const y = logY.map((each) => each - meanY)
  return { meanX, meanY, x, y, xx: products(x, x), xy: products(x, y) }
}

/** What the load does not explain, and how many independent values it is worth. */
function residuals({ x, y }: Centred, slope: number) {
  const rest = y.map((each, index) => each - slope * x[index]!)
  const squares = products(rest, rest)
  const alike = squares === 0 ? 0 : Math.max(0, products(rest.slice(1), rest) / squares)
  const count = Math.max(2, (rest.length * (1 - alike)) / (1 + alike))
  const squared = squares / (rest.length - 1)
  // For half the pooled spread, of both series together.
  const shrunk = (1 + alike) / (1 - Math.min(alike, 0.99)) / 2
  return { count, squared, shrunk, variance: squared / count }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const products = (a: readonly number[], b: readonly number[]) =>
  sum(a.map((value, index) => value * b[index]!))
