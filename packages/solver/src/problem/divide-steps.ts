import type { Grid, GridGroup } from './grid.ts'

/** The cost of giving each member of a group this many steps; convex in the steps. */
export type CostOf = (group: GridGroup, steps: number) => number

/**
 * The cheapest division of the grid's steps within the bounds, apart from kept domains. Among
 * groups of one size it is found greedily: each step goes where it saves most, which is exact for
 * convex costs (Gross 1956; Fox 1966). Groups of several sizes make it a knapsack problem, solved
 * by dynamic programming over the steps handed out.
 * @returns null where the bounds leave no division
 */
export function divideSteps(grid: Grid, costOf: CostOf): number[] | null {
  const free = grid.groups.filter(({ keptSteps }) => keptSteps === null)
  if (free.some(({ minSteps, maxSteps }) => minSteps > maxSteps)) return null
  const sizes = new Set(free.map(({ names }) => names.length))
  const divided =
    sizes.size === 1
      ? stepByStep(free, grid.steps / [...sizes][0]!, costOf)
      : byDynamicProgram(free, grid.steps, costOf)
  if (!divided) return null
  let next = 0
  return grid.groups.map(({ keptSteps }) => keptSteps ?? divided[next++]!)
}

function stepByStep(free: readonly GridGroup[], steps: number, costOf: CostOf): number[] | null {
  const division = free.map(({ minSteps }) => minSteps)
  let left = steps
  let room = 0
  for (const { minSteps, maxSteps } of free) {
    left -= minSteps
    room += maxSteps - minSteps
  }
  if (left < 0 || left > room || !Number.isInteger(left)) return null
  const costs = new Float64Array(free.length)
  /** The saving of one further step; minus infinity where no step may be added. */
  const gains = new Float64Array(free.length)
  for (let index = 0; index < free.length; index++) {
    costs[index] = costOf(free[index]!, division[index]!)
    lookAhead(index)
  }
  function lookAhead(index: number): void {
    const group = free[index]!
    const next = division[index]! + 1
    gains[index] =
      next > group.maxSteps ? Number.NEGATIVE_INFINITY : costs[index]! - costOf(group, next)
  }
  for (; left > 0; left--) {
    let best = 0
    for (let index = 1; index < gains.length; index++) {
      if (gains[index]! > gains[best]!) best = index
    }
    costs[best]! -= gains[best]!
    division[best]!++
    lookAhead(best)
  }
  return division
}

/**
 * Least cost of the first groups with `sum` steps in total, and the steps that the last of them
 * gets.
 */
function byDynamicProgram(
  free: readonly GridGroup[],
  steps: number,
  costOf: CostOf,
): number[] | null {
  let least = new Float64Array(steps + 1).fill(Number.POSITIVE_INFINITY)
  least[0] = 0
  const choices = free.map((group) => {
    const size = group.names.length
    const next = new Float64Array(steps + 1).fill(Number.POSITIVE_INFINITY)
    const chosen = new Int32Array(steps + 1).fill(-1)
    const most = Math.min(group.maxSteps, Math.floor(steps / size))
    for (let own = group.minSteps; own <= most; own++) {
      const cost = costOf(group, own)
      for (let sum = own * size; sum <= steps; sum++) {
        const total = least[sum - own * size]! + cost
        if (total >= next[sum]!) continue
        next[sum] = total
        chosen[sum] = own
      }
    }
    least = next
    return chosen
  })
  if (least[steps] === Number.POSITIVE_INFINITY) return null
  const division = new Array<number>(free.length)
  for (let index = free.length - 1, sum = steps; index >= 0; index--) {
    const own = choices[index]![sum]!
    division[index] = own
    sum -= own * free[index]!.names.length
  }
  return division
}

/** The allocation with the least s within the bounds; null where they leave none. */
export function leastLoadDivision(grid: Grid): number[] | null {
  return divideSteps(grid, ({ load }, steps) => load * steps)
}

/** The allocation with the greatest s. */
export function greatestLoadDivision(grid: Grid): number[] | null {
  return divideSteps(grid, ({ load }, steps) => -load * steps)
}
