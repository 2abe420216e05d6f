/** Of the normal distribution, below which 2.5 % lie. */
const NORMAL = -1.959964
const OUTSIDE = 0.05

/**
 * The quantile of Student's t that a two-sided 95 % interval needs, for any number of
 * degrees of freedom from 1 on, whole or not (Hill, Algorithm 396, CACM 13(10), 1970).
 */
export function studentT95(degreesOfFreedom: number): number {
  const n = degreesOfFreedom
  const p = OUTSIDE
  if (n === 1) return 1 / Math.tan((p * Math.PI) / 2)
  if (n === 2) return Math.sqrt(2 / (p * (2 - p)) - 2)
  const a = 1 / (n - 0.5)
  const b = 48 / (a * a)
  const c = ((20700 * a) / b - 98) * a * a - 16 * a + 96.36
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * n
  const y = (d * p) ** (2 / n)
  return Math.sqrt(n * (y > 0.05 + a ? nearNormal(n, a, b, c, d) : farTail(n, y, d)))
}

function nearNormal(n: number, a: number, b: number, c: number, d: number): number {
  const x = NORMAL
  const square = x * x
  const start = n < 5 ? c + 0.3 * (n - 4.5) * (x + 0.6) : c
  const scale = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + start
  const series =
    (((((0.4 * square + 6.3) * square + 36) * square + 94.5) / scale - square - 3) / b + 1) * x
  return Math.expm1(a * series * series)
}

function farTail(n: number, y: number, d: number): number {
  const head = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)
  return ((head * y - 1) * (n + 1)) / (n + 2) + 1 / y
}
