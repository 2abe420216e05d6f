import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { sdpsBoundTimes, sdpsTimes } from '../sdps-model.fixture.ts'
import { drawnProblem } from './branch-on-boxes.fixture.ts'
import { optimiseByEnumeration } from './optimise-by-enumeration.ts'
import { searchWeights } from './search-weights.ts'

const settled = ({ proof: { solveSeconds: _, ...proof }, ...solution }: WeightSolution) => ({
  ...solution,
  proof,
})

const withoutSoft = ({ softTargets: _, ...problem }: WeightProblem): WeightProblem => problem

/** The worst ratio to a target at the answer; 0 where none is given. */
function worstRatio(
  { predicted }: WeightSolution,
  of: 'targetSeconds' | 'softTargetSeconds' = 'targetSeconds',
): number {
  return Math.max(
    0,
    ...predicted.map((each) => each.predictedSeconds! / (each[of] ?? Number.POSITIVE_INFINITY)),
  )
}

test('no soft targets are the same as none named', async () => {
  await fc.assert(
    fc.asyncProperty(drawnProblem, async (drawn) => {
      const problem = withoutSoft(drawn)
      const predict = sdpsTimes(problem.load)
      const options = { maxEvaluations: 200, boundTimes: sdpsBoundTimes(problem.load) }
      for (const solve of [
        (asked: WeightProblem) => optimiseByEnumeration(asked, predict),
        (asked: WeightProblem) => searchWeights(asked, predict, options),
      ]) {
        expect(settled(await solve({ ...problem, softTargets: {} }))).toEqual(
          settled(await solve(problem)),
        )
      }
    }),
    { numRuns: 20 },
  )
})

test('soft targets cost no other target, and are kept where the others leave room', async () => {
  let moved = 0
  await fc.assert(
    fc.asyncProperty(drawnProblem, async (drawn) => {
      const problem: WeightProblem = { ...drawn, objective: 'meet-targets', mode: 'free' }
      const predict = sdpsTimes(problem.load)
      const softTargets = problem.softTargets!
      const [hard, soft] = [
        await optimiseByEnumeration(withoutSoft(problem), predict),
        await optimiseByEnumeration(problem, predict),
      ]
      const within = Math.max(1 + 1e-5, worstRatio(hard) + 1e-12)
      expect(worstRatio(soft)).toBeLessThanOrEqual(within)
      const asHard: WeightProblem = {
        ...problem,
        mode: 'keep-targets',
        targets: { ...softTargets, ...problem.targets },
      }
      const { status } = await optimiseByEnumeration(asHard, predict)
      const shared = Object.keys(softTargets).some((name) => name in problem.targets!)
      if (status === 'optimal' && !shared)
        expect(worstRatio(soft, 'softTargetSeconds')).toBeLessThanOrEqual(1 + 1e-5)
      if (worstRatio(hard) <= 1 && JSON.stringify(soft.weights) !== JSON.stringify(hard.weights))
        moved++
    }),
    { numRuns: 60 },
  )
  expect(moved).toBeGreaterThan(0)
})
