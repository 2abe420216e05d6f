import { share } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations } from '../problem/allocations.ts'
import { type JudgedAllocation, judgeAllocation, writtenAs } from '../problem/judge-allocation.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { sdpsTimes } from '../sdps-model.fixture.ts'
import { drawnProblem } from '../search/branch-on-boxes.fixture.ts'
import { optimiseByEnumeration } from '../search/optimise-by-enumeration.ts'
import { smallestChange } from './smallest-change.ts'

const never = () => Promise.reject(new Error('The grid is small.'))
const options = { maxEvaluations: 500, otherwise: never }

function asked(drawn: WeightProblem, more: Partial<WeightProblem> = {}): WeightProblem {
  return {
    ...drawn,
    objective: 'meet-targets',
    mode: 'smallest-change',
    targetMargin: 0.1,
    ...more,
  }
}

function changeOf({ currentWeights, load }: WeightProblem, shares: Record<string, number>): number {
  const names = load.domains.map(({ name }) => name)
  const now = share(currentWeights, names, 'guests').domains
  return names.reduce((sum, name) => sum + Math.abs(shares[name]! - now[name]!), 0)
}

/** The worst ratio of a time to its target, by the times themselves. */
function worst(
  { predicted }: Pick<JudgedAllocation, 'predicted'>,
  of: 'targetSeconds' | 'softTargetSeconds',
) {
  return Math.max(
    0,
    ...predicted.map((each) => each.predictedSeconds! / (each[of] ?? Number.POSITIVE_INFINITY)),
  )
}

/** The least change among all allocations and the weights in force that are good enough, or null. */
function leastChange(
  problem: WeightProblem,
  isGood: (judged: JudgedAllocation) => boolean,
): number | null {
  const predict = sdpsTimes(problem.load)
  const posed = poseGrid(problem)
  const all = [...allocations(posed.grid)].map((each) => writtenAs(problem, posed, each))
  const names = problem.load.domains.map(({ name }) => name)
  const inForce = {
    allocation: [],
    shares: share(problem.currentWeights, names, 'guests').domains,
    weights: problem.currentWeights,
    roundingError: 0,
  }
  const changes = [inForce, ...all]
    .map((each) => judgeAllocation(problem, each, predict(each.weights)))
    .filter(isGood)
    .map(({ shares }) => changeOf(problem, shares))
  return changes.length > 0 ? Math.min(...changes) : null
}

const SLACK = 1 + 1e-5

test('agrees with trying everything', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(drawnProblem, async (drawn) => {
      const problem = asked(drawn)
      const found = await smallestChange(problem, sdpsTimes(problem.load), options)
      const levels: [string, (judged: JudgedAllocation) => boolean][] = [
        [
          'margin-and-soft',
          (one) =>
            1.1 * worst(one, 'targetSeconds') <= SLACK && worst(one, 'softTargetSeconds') <= SLACK,
        ],
        ['margin', (one) => 1.1 * worst(one, 'targetSeconds') <= SLACK],
        [
          'soft',
          (one) => worst(one, 'targetSeconds') <= SLACK && worst(one, 'softTargetSeconds') <= SLACK,
        ],
        ['kept', (one) => worst(one, 'targetSeconds') <= SLACK],
      ]
      const least = levels
        .map(([name, isGood]) => ({ name, change: leastChange(problem, isGood) }))
        .find(({ change }) => change !== null)
      const name = least?.name ?? 'none'
      seen.set(name, (seen.get(name) ?? 0) + 1)
      expect(found.status).toBe(least ? 'optimal' : 'infeasible')
      if (!least) return
      expect(changeOf(problem, found.shares!)).toBeCloseTo(least.change!, 9)
      expect(found.warnings.some(({ code }) => code === 'margin-not-kept')).toBe(
        name === 'soft' || name === 'kept',
      )
    }),
    { numRuns: 60 },
  )
  for (const name of ['margin-and-soft', 'margin', 'none'])
    expect(seen.get(name) ?? 0).toBeGreaterThan(0)
})

/** vm1's target is this part of its time at equal weights. */
function tight(part: number, more: Partial<WeightProblem> = {}): WeightProblem {
  const { load, currentWeights } = paperProblem
  const busy = { ...load, domains: load.domains.map((each) => ({ ...each, vCpus: 1 })) }
  const now = sdpsTimes(busy)(currentWeights)
  return asked({
    ...paperProblem,
    load: busy,
    targets: { vm1: part * now.get('vm1')! },
    aloneSeconds: Object.fromEntries(
      busy.domains.map(({ name, serviceTimeSeconds }) => [name, serviceTimeSeconds]),
    ),
    ...more,
  })
}

const solved = (problem: WeightProblem): Promise<WeightSolution> =>
  smallestChange(problem, sdpsTimes(problem.load), options)

describe('one target', () => {
  test('that is kept with the margin leaves the weights in force', async () => {
    const problem = tight(1.2)
    const { weights, status, objective } = await solved(problem)
    expect(weights).toEqual(problem.currentWeights)
    expect(status).toBe('optimal')
    expect(objective.after).toBeCloseTo(1 / 1.2, 9)
  })

  test('changes the shares less than the best weights, and more for a greater margin', async () => {
    const problem = tight(0.8, { stepShare: 0.025 })
    const best = await optimiseByEnumeration(
      { ...problem, mode: 'keep-targets' },
      sdpsTimes(problem.load),
    )
    const change = async (targetMargin: number) =>
      changeOf(problem, (await solved({ ...problem, targetMargin })).shares!)
    const [none, some, more] = [await change(0), await change(0.2), await change(0.6)]
    expect(none).toBeLessThan(some)
    expect(some).toBeLessThan(more)
    expect(some).toBeLessThanOrEqual(changeOf(problem, best.shares!))
  })

  test('without room for the margin is kept without it', async () => {
    const found = await solved({ ...tight(0.8), targetMargin: 9 })
    expect(found.status).toBe('optimal')
    expect(found.warnings).toContainEqual({ code: 'margin-not-kept', targetMargin: 9 })
  })
})

describe('on a grid that is too large to try', () => {
  const large: Partial<WeightProblem> = { stepShare: 0.005 }

  test('proves nothing, but finds a small change', async () => {
    const problem = tight(0.9, large)
    const found = await solved(problem)
    expect(found).toMatchObject({ status: 'not-proven', proof: { cause: { code: 'search' } } })
    expect(1.1 * worst(found, 'targetSeconds')).toBeLessThanOrEqual(SLACK)
  })

  test('falls back to the other choice, and says so', async () => {
    const problem = tight(0.3, large)
    const other = await solved(tight(0.8))
    const found = await smallestChange(problem, sdpsTimes(problem.load), {
      maxEvaluations: 20,
      otherwise: async () => other,
    })
    expect(found.weights).toEqual(other.weights)
    expect(found.warnings).toContainEqual({ code: 'no-smaller-change' })
  })
})
