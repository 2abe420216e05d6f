import { MAX_WEIGHT, MIN_WEIGHT } from '@steelyard/model'
import { WeightProblemError } from './weight-problem-error.ts'

interface Part {
  names: string[]
  weight: number
  remainder: number
}

/** Fractions this close are equal, because they come from equal steps. */
const SAME = 1e-9

/**
 * Whole numbers in these proportions, each within one of its exact value: largest remainders first,
 * as long as that brings the sum closer to the guests' total. Equal fractions get equal numbers and
 * larger ones no smaller ones, so the sum may be off by half the number of equal fractions. A
 * domain whose exact value is whole keeps it.
 * @param fractions parts of the guests' total, adding up to 1
 * @throws WeightProblemError `weight-out-of-range` when one exceeds Xen's 65535
 */
export function toXenWeights(
  fractions: Readonly<Record<string, number>>,
  guestTotal: number,
): Record<string, number> {
  const parts = partsOf(fractions, guestTotal)
  let left = guestTotal - parts.reduce((sum, { names, weight }) => sum + names.length * weight, 0)
  /**
   * Among parts between the same two whole numbers, none is rounded up after a larger one was not.
   */
  const passedOver = new Set<number>()
  for (const part of [...parts].sort((a, b) => b.remainder - a.remainder)) {
    if (part.remainder <= 0 || passedOver.has(part.weight)) continue
    if (left < part.names.length / 2) {
      passedOver.add(part.weight)
      continue
    }
    part.weight++
    left -= part.names.length
  }
  const weights = parts.flatMap(({ names, weight }) => names.map((name) => [name, weight] as const))
  for (const [name, weight] of weights) {
    if (weight <= MAX_WEIGHT) continue
    throw new WeightProblemError(
      'weight-out-of-range',
      `${name} would need a weight of ${weight}, Xen takes ${MAX_WEIGHT} at most; the mapping scale-5120 stays within it.`,
      { name, weight },
    )
  }
  return Object.fromEntries(weights)
}

/** Equal fractions together, rounded down. */
function partsOf(fractions: Readonly<Record<string, number>>, guestTotal: number): Part[] {
  const parts: (Part & { fraction: number })[] = []
  for (const [name, fraction] of Object.entries(fractions)) {
    const equal = parts.find((part) => Math.abs(part.fraction - fraction) <= SAME * fraction)
    if (equal) {
      equal.names.push(name)
      continue
    }
    const exact = fraction * guestTotal
    const weight = Math.max(MIN_WEIGHT, Math.floor(exact + 1e-6))
    const remainder = exact - weight <= 1e-6 ? 0 : exact - weight
    parts.push({ names: [name], fraction, weight, remainder })
  }
  return parts
}
