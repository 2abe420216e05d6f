import { maxWeight, minWeight } from '@steelyard/model'
import { WeightProblemError } from './weight-problem-error.ts'

/**
 * Whole numbers that add up to the guests' total, each within one of its exact value: largest
 * remainders first. A domain whose exact value is whole keeps it.
 * @param fractions parts of the guests' total, adding up to 1
 * @throws WeightProblemError `weight-out-of-range` when one exceeds Xen's 65535
 */
export function toXenWeights(
  fractions: Readonly<Record<string, number>>,
  guestTotal: number,
): Record<string, number> {
  const parts = Object.entries(fractions).map(([name, fraction]) => {
    const exact = fraction * guestTotal
    const weight = Math.max(minWeight, Math.floor(exact + 1e-6))
    return { name, weight, remainder: exact - weight }
  })
  let left = Math.round(guestTotal - parts.reduce((sum, { weight }) => sum + weight, 0))
  const byRemainder = [...parts].sort((a, b) => b.remainder - a.remainder)
  for (const part of byRemainder) {
    if (left <= 0) break
    part.weight++
    left--
  }
  for (const { name, weight } of parts) {
    if (weight <= maxWeight) continue
    throw new WeightProblemError(
      'weight-out-of-range',
      `${name} would need a weight of ${weight}, Xen takes ${maxWeight} at most; the mapping scale-5120 stays within it.`,
      { name, weight },
    )
  }
  return Object.fromEntries(parts.map(({ name, weight }) => [name, weight]))
}
