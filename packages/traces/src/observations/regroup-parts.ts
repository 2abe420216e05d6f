import { PartSums, partsOf } from './window-parts.ts'

/** A list of amounts by the parts of a window, and where the window begins in a longer one. */
interface PlacedParts {
  offsetSeconds: number
  windowSeconds: number
  /** Null for a part that is not covered. */
  amounts: readonly (number | null)[]
}

interface RegroupedParts {
  sums: PartSums
  /** Whether all of a part of the longer window is known. */
  isCovered(part: number): boolean
}

/**
 * Joins the parts of windows into the parts of a longer one.
 *
 * @throws RangeError where a part would have to be divided
 */
export function regroupParts(lists: readonly PlacedParts[], windowSeconds: number): RegroupedParts {
  const parts = partsOf(windowSeconds)
  const partSeconds = windowSeconds / parts
  const sums = new PartSums(parts)
  const knownSeconds = new PartSums(parts)
  for (const { offsetSeconds, windowSeconds: length, amounts } of lists) {
    const shortSeconds = length / amounts.length
    if (!isMultiple(partSeconds, shortSeconds) || !isMultiple(offsetSeconds, shortSeconds))
      throw new RangeError(
        `Parts of ${shortSeconds} s cannot be joined into parts of ${partSeconds} s.`,
      )
    amounts.forEach((amount, part) => {
      if (amount === null) return
      const middle = (offsetSeconds + (part + 0.5) * shortSeconds) / partSeconds
      sums.add(middle, amount)
      knownSeconds.add(middle, shortSeconds)
    })
  }
  const known = knownSeconds.toList(() => true)
  return { sums, isCovered: (part) => known[part]! >= partSeconds }
}

function isMultiple(long: number, short: number): boolean {
  return Math.abs(long / short - Math.round(long / short)) < 1e-6
}
