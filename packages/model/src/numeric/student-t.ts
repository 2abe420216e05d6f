import { gammaln } from 'simple-statistics'

const BISECTIONS = 60
/** Upper limit of terms; the continued fraction converges long before it wherever it is used. */
const MOST_TERMS = 200
const NOTHING_MORE = 1e-14

/**
 * The quantile of Student's t for a two-sided interval, for any real number of degrees of freedom n
 * >= 1: P(|T| > t) = I_x(n/2, 1/2) with x = n / (n + t²) (Abramowitz and Stegun, 26.7.1), inverted
 * by bisection over the angle whose tangent is t / sqrt(n).
 */
export function studentT(degreesOfFreedom: number, confidence = 0.95): number {
  const key = `${degreesOfFreedom} ${confidence}`
  const known = found.get(key)
  if (known !== undefined) return known
  if (found.size === MOST_KEPT) found.clear()
  const quantile = bisect(degreesOfFreedom, confidence)
  found.set(key, quantile)
  return quantile
}

/** One forecast asks for the same few quantiles hundreds of times. */
const found = new Map<string, number>()
const MOST_KEPT = 1000

function bisect(degreesOfFreedom: number, confidence: number): number {
  let [low, high] = [0, Math.PI / 2]
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2
    const outside = incompleteBeta(Math.cos(middle) ** 2, degreesOfFreedom / 2, 0.5)
    if (outside > 1 - confidence) low = middle
    else high = middle
  }
  return Math.sqrt(degreesOfFreedom) * Math.tan((low + high) / 2)
}

/** I_x(a, b), computed from the side on which its continued fraction is short (26.5.2). */
function incompleteBeta(x: number, a: number, b: number): number {
  return x < (a + 1) / (a + b + 2) ? beginning(x, a, b) : 1 - beginning(1 - x, b, a)
}

/** x^a (1-x)^b / (a B(a, b)) over the continued fraction of 26.5.8, evaluated forwards (Lentz). */
function beginning(x: number, a: number, b: number): number {
  const logFactor =
    a * Math.log(x) + b * Math.log1p(-x) + gammaln(a + b) - gammaln(a) - gammaln(b) - Math.log(a)
  let [fraction, upper, lower] = [1, 1, 0]
  for (let term = 1; term <= MOST_TERMS; term++) {
    const part = partOf(term, x, a, b)
    lower = 1 / (1 + part * lower)
    upper = 1 + part / upper
    fraction *= upper * lower
    if (Math.abs(upper * lower - 1) < NOTHING_MORE) break
  }
  return Math.exp(logFactor) / fraction
}

function partOf(term: number, x: number, a: number, b: number): number {
  const m = Math.floor(term / 2)
  const around = a + 2 * m
  return term % 2 === 0
    ? (m * (b - m) * x) / ((around - 1) * around)
    : (-(a + m) * (a + b + m) * x) / (around * (around + 1))
}
