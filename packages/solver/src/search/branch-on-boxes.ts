import { DOMAIN0_NAME, MAX_WEIGHT, MIN_WEIGHT, type Weights } from '@steelyard/model'
import type { Grid, GridGroup } from '../problem/grid.ts'
import type { JudgedAllocation } from '../problem/judge-allocation.ts'
import { isBetter } from '../problem/objective-value.ts'
import type { PosedGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { freeGroups } from './moves.ts'
import type { ObjectiveBound } from './objective-bound.ts'

interface BoxSearchResult {
  best: JudgedAllocation
  /** Lower bound of all allocations of the grid. */
  bound: ObjectiveBound
  /** Whether no allocation is better than the best by more than the least gain. */
  isProven: boolean
}

interface Box {
  groups: readonly GridGroup[]
  bound: ObjectiveBound
}

interface BoxOptions {
  leastGain: number
  /** Maximum number of boxes to explore. */
  mostBoxes: number
  boundOf: (box: { least: Weights; most: Weights }) => ObjectiveBound
  /** Returns null once the budget of evaluations is used up. */
  judge: (allocation: number[]) => Promise<JudgedAllocation | null>
  /** Called between two boxes. */
  giveTurn: () => Promise<void>
}

/**
 * Branch and bound over boxes, parts of the grid in which each domain's steps lie between two
 * limits. The box with the least bound is split where its weights are relatively farthest apart,
 * until a single allocation remains, which is evaluated. Boxes whose bound does not improve on the
 * incumbent by the least gain are discarded.
 */
export async function branchOnBoxes(
  problem: WeightProblem,
  posed: PosedGrid,
  known: JudgedAllocation,
  { leastGain, mostBoxes, boundOf, judge, giveTurn }: BoxOptions,
): Promise<BoxSearchResult> {
  let best = known
  let bound = exactly(problem, known)
  let open: Box[] = []
  let looked = 0
  const settle = (one: ObjectiveBound) => {
    const ratio = Math.min(one.ratio, bound.ratio)
    bound = { ...(isBetter(one, bound) ? one : bound), ratio }
  }
  const add = async (groups: readonly GridGroup[] | null, least: ObjectiveBound) => {
    if (!groups) return
    looked++
    const single = groups.every(
      ({ keptSteps, minSteps, maxSteps }) => keptSteps !== null || minSteps === maxSteps,
    )
    if (single) {
      const judged = await judge(groups.map(({ keptSteps, minSteps }) => keptSteps ?? minSteps))
      if (!judged) open.push({ groups, bound: least })
      else {
        settle(exactly(problem, judged))
        if (isBetter(judged, best, leastGain)) best = judged
      }
      return
    }
    const found = boundOf(weightsWithin(problem, posed, groups))
    // The bound of the parent box also applies to its parts.
    open.push({ groups, bound: isBetter(found, least) ? least : found })
  }
  await add(tightened(posed.grid.groups, posed.grid.steps), {
    ratio: 0,
    excess: 0,
    softExcess: 0,
    cost: 0,
  })
  for (;;) {
    open = open.filter((box) => {
      const isOpen = isBetter(box.bound, best, leastGain)
      if (!isOpen) settle(box.bound)
      return isOpen
    })
    if (open.length === 0) return { best, bound, isProven: true }
    if (looked >= mostBoxes) break
    await giveTurn()
    const next = open.reduce((least, box) => (isBetter(box.bound, least.bound) ? box : least))
    open.splice(open.indexOf(next), 1)
    for (const half of halves(posed.grid, next.groups)) await add(half, next.bound)
  }
  for (const box of open) settle(box.bound)
  return { best, bound, isProven: false }
}

/** The exact evaluation of one allocation, as a bound. */
function exactly(
  { objective }: WeightProblem,
  { value, excess, softExcess, cost }: JudgedAllocation,
): ObjectiveBound {
  return { ratio: objective === 'meet-targets' ? value : 0, excess, softExcess, cost }
}

/** The bounds narrowed by the required sum of the steps; null where it cannot be reached. */
function tightened(groups: readonly GridGroup[], steps: number): GridGroup[] | null {
  const sumOf = (of: (group: GridGroup) => number) =>
    groups.reduce(
      (sum, group) => (group.keptSteps === null ? sum + group.names.length * of(group) : sum),
      0,
    )
  const [least, most] = [sumOf(({ minSteps }) => minSteps), sumOf(({ maxSteps }) => maxSteps)]
  if (least > steps || most < steps) return null
  return groups.map((group) => {
    if (group.keptSteps !== null) return group
    const { minSteps, maxSteps, names } = group
    return {
      ...group,
      minSteps: Math.max(minSteps, Math.ceil(maxSteps - (most - steps) / names.length)),
      maxSteps: Math.min(maxSteps, Math.floor(minSteps + (steps - least) / names.length)),
    }
  })
}

function halves(grid: Grid, groups: readonly GridGroup[]): (GridGroup[] | null)[] {
  const widthOf = (index: number) => groups[index]!.maxSteps / groups[index]!.minSteps
  const widest = freeGroups(grid).reduce((most, index) =>
    widthOf(index) > widthOf(most) ? index : most,
  )
  const { minSteps, maxSteps } = groups[widest]!
  const middle = Math.min(maxSteps - 1, Math.floor(Math.sqrt(minSteps * maxSteps)))
  const half = (bounds: Partial<GridGroup>) =>
    tightened(
      groups.map((group, index) => (index === widest ? { ...group, ...bounds } : group)),
      grid.steps,
    )
  return [half({ maxSteps: middle }), half({ minSteps: middle + 1 })]
}

/**
 * Limits of the integer weights of all allocations in the box; rounding moves a weight by less than
 * one.
 */
function weightsWithin(
  { currentWeights }: WeightProblem,
  { unitShare, pool, guestTotal }: PosedGrid,
  groups: readonly GridGroup[],
) {
  const exact = (steps: number) => (steps * unitShare * guestTotal) / pool
  const weightsOf = (of: (group: GridGroup) => number): Weights => ({
    [DOMAIN0_NAME]: currentWeights[DOMAIN0_NAME]!,
    ...Object.fromEntries(groups.flatMap((group) => group.names.map((name) => [name, of(group)]))),
  })
  return {
    least: weightsOf(({ keptSteps, minSteps }) =>
      Math.max(MIN_WEIGHT, Math.floor(exact(keptSteps ?? minSteps) + WHOLE)),
    ),
    most: weightsOf(({ keptSteps, maxSteps }) =>
      Math.min(MAX_WEIGHT, Math.max(MIN_WEIGHT, Math.ceil(exact(keptSteps ?? maxSteps) - WHOLE))),
    ),
  }
}

/** Rounding error of doubles; `toXenWeights` keeps values this close to a whole number. */
const WHOLE = 1e-6
