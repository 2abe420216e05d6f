import type { Grid, GridGroup } from './grid.ts'

/** Every allocation of the grid within its bounds. */
export function allocations({ groups, steps }: Grid): Generator<number[]> {
  return allocationsFrom(groups, waysFrom(groups, steps), 0, steps)
}

function* allocationsFrom(
  groups: readonly GridGroup[],
  ways: readonly Float64Array[],
  index: number,
  left: number,
): Generator<number[]> {
  const group = groups[index]
  if (!group) {
    yield []
    return
  }
  for (const { steps, taken } of choicesOf(group, left)) {
    if (!ways[index + 1]![left - taken]) continue
    for (const rest of allocationsFrom(groups, ways, index + 1, left - taken)) {
      yield [steps, ...rest]
    }
  }
}

function choicesOf({ keptSteps, minSteps, maxSteps, names }: GridGroup, left: number) {
  if (keptSteps !== null) return [{ steps: keptSteps, taken: 0 }]
  const most = Math.min(maxSteps, Math.floor(left / names.length))
  return Array.from({ length: most - minSteps + 1 }, (_, index) => {
    const steps = minSteps + index
    return { steps, taken: steps * names.length }
  })
}

/** The number of ways in which the groups from the index on can take exactly this many steps. */
function waysFrom(groups: readonly GridGroup[], steps: number): Float64Array[] {
  let ways = new Float64Array(steps + 1)
  ways[0] = 1
  const fromEnd = [ways]
  for (const group of groups.toReversed()) {
    const next = new Float64Array(steps + 1)
    for (let sum = 0; sum <= steps; sum++) {
      for (const { taken } of choicesOf(group, sum)) next[sum]! += ways[sum - taken]!
    }
    ways = next
    fromEnd.push(ways)
  }
  return fromEnd.toReversed()
}

/** The number of allocations, counted as ways to divide the steps without listing them. */
export function countAllocations({ groups, steps }: Grid): number {
  return waysFrom(groups, steps)[0]![steps]!
}
