import type { TimePart } from '@steelyard/analysis'
import type { RequestPart } from '@steelyard/contract'

/** The parts on which time was spent, in milliseconds. */
export function presentParts(
  parts: readonly TimePart[],
  seconds: ArrayLike<number>,
): RequestPart[] {
  return parts.map((part, i) => ({ ...part, ms: 1000 * seconds[i]! })).filter(({ ms }) => ms > 0)
}
