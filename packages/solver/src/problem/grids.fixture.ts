import { delayAware } from '@steelyard/model'
import fc from 'fast-check'
import { type Grid, type GridGroup, weightedLoad } from './grid.ts'
import { poseGrid } from './pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from './problems.fixture.ts'

/** A grid of groups a, b, c, … that differ from a plain free domain only as given. */
export function gridOf(
  steps: number,
  groups: readonly Partial<GridGroup>[],
  changes: Partial<Grid> = {},
): Grid {
  const plain = {
    inverseRate: 1,
    load: 1,
    keptSteps: null,
    minSteps: 1,
    maxSteps: steps,
    room: null,
  }
  return {
    groups: groups.map((group, index) => ({
      names: [String.fromCharCode(97 + index)],
      ...plain,
      ...group,
    })),
    steps,
    ioDelay: 0,
    greatestLoad: Number.POSITIVE_INFINITY,
    delayScaleSeconds: 1,
    constantSeconds: 0,
    ...changes,
  }
}

/** Evenly distributed; those of `fc.double` lie mostly close to zero. */
export function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.nat(999)).map((part) => min + ((max - min) * part) / 999)
}

const rarely = (arbitrary: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const group = fc.record({
  size: fc.constantFrom(1, 1, 1, 1, 1, 2, 3),
  inverseRate: between(0.05, 5),
  load: between(0.01, 1),
  kept: rarely(between(0.5, 6)),
  least: fc.constantFrom(1, 1, 1, 2),
  width: fc.integer({ min: 2, max: 14 }),
  /** Room as a multiple of what the row needs at one of the allocations. */
  target: fc.option(between(0.97, 1.25), { freq: 2 }),
})

/**
 * Grids small enough to enumerate; some have no allocation at all, or none that keeps the rows.
 */
export const smallGrids: fc.Arbitrary<Grid> = fc
  .record({
    groups: fc.array(fc.noBias(group), { minLength: 2, maxLength: 4 }),
    steps: fc.noBias(fc.integer({ min: 5, max: 14 })),
    ioDelay: fc.oneof(fc.constant(0), between(0, 3)),
    place: between(0, 0.999),
  })
  .filter(({ groups }) => groups.some(({ kept }) => kept === null))
  .map(({ groups, steps, ioDelay, place }) => {
    const untargeted = gridOf(
      steps,
      groups.map(({ size, kept, least, width, load, inverseRate }, index) => ({
        load,
        inverseRate,
        names: Array.from({ length: size }, (_, member) => `d${index}${member}`),
        keptSteps: kept,
        minSteps: least,
        maxSteps: least + width,
      })),
      { ioDelay, delayScaleSeconds: 0.01, constantSeconds: 0.002 },
    )
    const all = everyAllocation(untargeted)
    const allocation = all[Math.floor(place * all.length)]
    const demand = allocation && weightedLoad(untargeted, allocation) + ioDelay
    const roomOf = (index: number) => {
      const { target } = groups[index]!
      return target && (demand ? (target * demand) / allocation[index]! : target)
    }
    return {
      ...untargeted,
      groups: untargeted.groups.map((each, index) => ({ ...each, room: roomOf(index) })),
    }
  })

/** The oracle: every combination of steps within the bounds that uses up the grid. */
export function everyAllocation({ groups, steps }: Grid): number[][] {
  const combine = (index: number, left: number): number[][] => {
    const group = groups[index]
    if (!group) return left === 0 ? [[]] : []
    const { keptSteps, minSteps, maxSteps, names } = group
    if (keptSteps !== null) return combine(index + 1, left).map((rest) => [keptSteps, ...rest])
    const all: number[][] = []
    for (let own = minSteps; own <= maxSteps; own++) {
      for (const rest of combine(index + 1, left - own * names.length)) all.push([own, ...rest])
    }
    return all
  }
  return combine(0, steps)
}

/** Grids of three domains with rows that branch and bound has to split on. */
export const hardGrids: Grid[] = [
  [1, 0.7],
  [7, 0.7],
  [11, 0.7],
  [17, 0.7],
  [18, 0.7],
  [34, 0.9],
  [41, 0.9],
  [51, 0.9],
  [99, 0.7],
].map(([seed, part]) => {
  const load = drawnLoad(3, seed! * 7919)
  const currentWeights = equalWeights(load)
  const now = delayAware.estimate(load, currentWeights).domains
  const [vm1, vm2] = now.map(({ responseTimeSeconds }) => part! * responseTimeSeconds!)
  return poseGrid({
    ...paperProblem,
    load,
    currentWeights,
    mode: 'keep-targets',
    targets: { vm1: vm1!, vm2: vm2! },
  }).grid
})
