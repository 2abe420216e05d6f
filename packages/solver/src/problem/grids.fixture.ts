import fc from 'fast-check'
import type { Grid, GridGroup } from './grid.ts'

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

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const group = fc.record({
  size: fc.constantFrom(1, 1, 1, 2, 3),
  inverseRate: between(0.05, 5),
  load: between(0.01, 1),
  kept: fc.option(between(0.5, 6), { freq: 4 }),
  least: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 0, max: 9 }),
  room: fc.option(between(0.2, 6), { freq: 1 }),
})

/** Grids small enough to enumerate; some have no allocation at all, or none that keeps the rows. */
export const smallGrids: fc.Arbitrary<Grid> = fc
  .record({
    groups: fc.array(group, { minLength: 1, maxLength: 4 }),
    steps: fc.integer({ min: 2, max: 12 }),
    ioDelay: fc.oneof(fc.constant(0), between(0, 3)),
  })
  .map(({ groups, steps, ioDelay }) =>
    gridOf(
      steps,
      groups.map(({ size, kept, least, width, ...others }, index) => ({
        ...others,
        names: Array.from({ length: size }, (_, member) => `d${index}${member}`),
        keptSteps: kept,
        minSteps: least,
        maxSteps: least + width,
      })),
      { ioDelay, delayScaleSeconds: 0.01, constantSeconds: 0.002 },
    ),
  )
  .filter(({ groups }) => groups.some(({ keptSteps }) => keptSteps === null))

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
