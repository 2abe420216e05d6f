import { describe, expect, test } from 'vitest'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { byFormula, noisy, problemOf } from '../race/noisy-race.fixture.ts'
import { playSmallestChange } from './play-smallest-change.ts'
import { smallestChange } from './smallest-change.ts'

const never = () => Promise.reject(new Error('There is a smaller change.'))

/** vm1's target is this part of its time at the weights in force. */
function tight(part: number): WeightProblem {
  const problem = problemOf(3, 5, { objective: 'meet-targets', mode: 'smallest-change' })
  const now = byFormula(problem)(problem.currentWeights)
  return { ...problem, targets: { vm1: part * now.get('vm1')! }, targetMargin: 0.1 }
}

const rules = {
  stages: 5,
  mostAllocations: 400,
  rank: async <Each>(ring: readonly Each[]) => ring,
  otherwise: never,
}

const exactly = { shared: 0, own: 0 }

describe('playSmallestChange', () => {
  test('without noise, keeps the targets with as small a change as its rings are wide', async () => {
    const problem = tight(0.8)
    const proven = await smallestChange(problem, byFormula(problem), {
      maxEvaluations: 500,
      otherwise: never,
    })
    const { play, asked } = noisy(problem, exactly)
    const found = await playSmallestChange(problem, play, rules)
    const change = ({ shares }: WeightSolution) =>
      Object.values(shares!).reduce((sum, each) => sum + Math.abs(each - 1 / 3), 0)
    expect(change(found)).toBeGreaterThanOrEqual(change(proven) - 1e-9)
    expect(change(found)).toBeLessThanOrEqual(change(proven) + 0.1 + 1e-9)
    const { predictedSeconds, targetSeconds } = found.predicted[0]!
    expect(predictedSeconds! * 1.1).toBeLessThanOrEqual(targetSeconds! * (1 + 1e-5))
    expect(found).toMatchObject({
      status: 'not-proven',
      proof: { cause: { code: 'too-many-allocations', allocations: 171 } },
    })
    expect(asked).toHaveLength(5)
  })

  test('plays no more than the budget allows, then falls back', async () => {
    const problem = tight(0.2)
    const { play } = noisy(problem, exactly)
    let played = 0
    const other = await playSmallestChange(tight(1.2), play, rules)
    const found = await playSmallestChange(
      problem,
      (weights, stage) => {
        played += weights.length
        return play(weights, stage)
      },
      { ...rules, mostAllocations: 4, otherwise: async () => other },
    )
    expect(played).toBe(4)
    expect(found.warnings).toContainEqual({ code: 'no-smaller-change' })
  })

  test('decides by the means over all stages', async () => {
    const problem = tight(1.15)
    // In the first stage the weights in force keep the margin; on the average they do not.
    const factors = [1, 1.1, 1.1, 1.1, 1.1]
    const times = byFormula(problem)
    const found = await playSmallestChange(
      problem,
      async (all, stage) =>
        all.map(
          (weights) =>
            new Map([...times(weights)].map(([name, t]) => [name, t! * factors[stage]!])),
        ),
      rules,
    )
    expect(found.weights).not.toEqual(problem.currentWeights)
    expect(found.objective.before).toBeCloseTo(1.08 / 1.15, 9)
    expect(found.objective.after).toBeLessThanOrEqual(1 / 1.1 + 1e-5)
  })
})
