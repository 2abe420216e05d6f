/**
 * Jain's fairness index (Jain, Chiu and Hawe, DEC-TR-301, 1984): (sum x)^2 / (n sum x^2), 1 when
 * all are equal, 1/n when one has everything. Here x is CPU seconds received over entitled share.
 * @returns 1 when all values are zero, because no domain is treated differently from another
 */
export function jainFairness(values: readonly number[]): number {
  let sum = 0
  let squares = 0
  for (const value of values) {
    sum += value
    squares += value * value
  }
  return squares === 0 ? 1 : (sum * sum) / (values.length * squares)
}
