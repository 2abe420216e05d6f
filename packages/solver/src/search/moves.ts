import type { Allocation, Grid, GridGroup } from '../problem/grid.ts'

/** Indices of the groups whose steps may change. */
export function freeGroups({ groups }: Grid): number[] {
  return groups.flatMap(({ keptSteps }, index) => (keptSteps === null ? [index] : []))
}

/**
 * The allocation after moving steps from one group to another: the fewest that keep both whole (one
 * where they have the same size), `times` over.
 * @returns null where a bound forbids it
 */
export function move(
  { groups }: Grid,
  allocation: Allocation,
  [to, from]: readonly [number, number],
  times = 1,
): number[] | null {
  const [receiver, giver] = [groups[to]!, groups[from]!]
  const common = commonDivisor(sizeOf(receiver), sizeOf(giver))
  const gained = allocation[to]! + (times * sizeOf(giver)) / common
  const left = allocation[from]! - (times * sizeOf(receiver)) / common
  if (gained > receiver.maxSteps || left < giver.minSteps) return null
  const next = [...allocation]
  next[to] = gained
  next[from] = left
  return next
}

function sizeOf({ names }: GridGroup): number {
  return names.length
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
