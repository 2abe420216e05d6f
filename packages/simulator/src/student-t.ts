/**
 * The quantile of Student's t that a two-sided interval needs: the finite sums of Abramowitz and Stegun
 * (26.7.3 and 26.7.4) for whole degrees of freedom, turned round by bisection.
 */
export function studentT(degreesOfFreedom: number, confidence: number): number {
  let [low, high] = [0, Math.PI / 2]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (within(middle, degreesOfFreedom) < confidence) low = middle
    else high = middle
  }
  return Math.sqrt(degreesOfFreedom) * Math.tan((low + high) / 2)
}

/** Probability of |T| < sqrt(n) tan(angle). */
function within(angle: number, n: number): number {
  const isOdd = n % 2 === 1
  const square = Math.cos(angle) ** 2
  let term = isOdd ? Math.cos(angle) : 1
  let sum = 0
  for (let k = isOdd ? 2 : 1; k < n; k += 2) {
    sum += term
    term *= (square * k) / (k + 1)
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum
}
