/**
 * Winters' recursions as printed, one variable for each symbol and time (Hyndman and Athanasopoulos,
 * section 8.3, with the seasonal from the new level as Winters had it); mean and root mean square of the errors from the
 * third season on, and the forecast of the next value.
 */
export function printedHoltWinters(
  y: readonly number[],
  m: number,
  alpha: number,
  beta: number,
  gamma: number,
) {
  const seasonMean = (from: number) =>
    y.slice(from, from + m).reduce((sum, each) => sum + each, 0) / m
  const slope = (seasonMean(m) - seasonMean(0)) / m
  const line = (t: number) => seasonMean(0) + slope * (t - (m - 1) / 2)
  const l: Record<number, number> = { [-1]: line(-1) }
  const b: Record<number, number> = { [-1]: slope }
  const s: Record<number, number> = {}
  for (let j = 0; j < m; j++) s[j - m] = (y[j]! - line(j) + y[m + j]! - line(m + j)) / 2
  const errors: number[] = []
  for (let t = 0; t < y.length; t++) {
    if (t >= 2 * m) errors.push(y[t]! - l[t - 1]! - b[t - 1]! - s[t - m]!)
    l[t] = alpha * (y[t]! - s[t - m]!) + (1 - alpha) * (l[t - 1]! + b[t - 1]!)
    b[t] = beta * (l[t]! - l[t - 1]!) + (1 - beta) * b[t - 1]!
    s[t] = gamma * (y[t]! - l[t]!) + (1 - gamma) * s[t - m]!
  }
  const T = y.length - 1
  const mean = (of: (error: number) => number) =>
    errors.reduce((sum, error) => sum + of(error), 0) / errors.length
  return {
    error: mean(Math.abs),
    standardError: Math.sqrt(mean((error) => error ** 2)),
    forecast: l[T]! + b[T]! + s[T + 1 - m]!,
  }
}
