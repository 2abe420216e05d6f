import type { Weights } from '@steelyard/model'
import { divideSteps } from '../problem/divide-steps.ts'
import type { Allocation, Grid, GridGroup } from '../problem/grid.ts'
import { freeGroups, move } from './moves.ts'

/**
 * The neighbours of an allocation: moves of the fewest possible steps from one group to another,
 * one where they have the same size.
 */
export function* neighbours(grid: Grid, allocation: Allocation): Generator<number[]> {
  const free = freeGroups(grid)
  for (const to of free) {
    for (const from of free) {
      const next = from === to ? null : move(grid, allocation, [to, from])
      if (next) yield next
    }
  }
}

/** The grid allocation nearest to these weights, by the sum of squared differences. */
export function snap(grid: Grid, weights: Weights): number[] {
  const free = grid.groups.filter(({ keptSteps }) => keptSteps === null)
  const weightOf = ({ names }: GridGroup) => names.reduce((sum, name) => sum + weights[name]!, 0)
  const total = free.reduce((sum, group) => sum + weightOf(group), 0)
  return divideSteps(grid, (group, steps) => {
    const size = group.names.length
    return size * (steps - ((weightOf(group) / total) * grid.steps) / size) ** 2
  })!
}
