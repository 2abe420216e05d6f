import type { Weights } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations } from '../problem/allocations.ts'
import { writtenAs } from '../problem/judge-allocation.ts'
import { mostOfGuests, poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { sdpsTimes } from '../sdps-model.fixture.ts'
import { drawnProblem } from '../search/branch-on-boxes.fixture.ts'
import { changesInOrder, changeTo } from './changes-in-order.ts'
import { fewestChanges, type WorstUnder } from './fewest-changes.ts'

function worstBy(problem: WeightProblem, offBy = 1): WorstUnder {
  const predict = sdpsTimes(problem.load)
  return async (weights) => {
    const times = predict(weights)
    return Math.max(
      ...Object.entries(problem.targets ?? {}).map(
        ([name, target]) => ((times.get(name) ?? Number.POSITIVE_INFINITY) * offBy) / target,
      ),
    )
  }
}

/** Every allocation of the grid and every single move, tried one after the other. */
async function byTryingAll(problem: WeightProblem, judge: WorstUnder) {
  const posed = poseGrid(problem)
  const guests = problem.load.domains.map(({ name }) => name)
  const sumOf = (weights: Weights) => guests.reduce((sum, name) => sum + weights[name]!, 0)
  const all: Weights[] = [...allocations(posed.grid)].map(
    (each) => writtenAs(problem, posed, each).weights,
  )
  for (const name of guests) {
    for (let step = -32; step <= 32; step++) {
      const weight = Math.max(1, Math.round(problem.currentWeights[name]! * 2 ** (step / 8)))
      const weights = { ...problem.currentWeights, [name]: weight }
      if (sumOf(weights) <= mostOfGuests(problem).most) all.push(weights)
    }
  }
  const kept: { changed: number; size: number }[] = []
  for (const weights of all) {
    const moved = guests.filter((name) => weights[name] !== problem.currentWeights[name])
    if (moved.length === 0 || (await judge(weights)) > 1) continue
    const size = moved.reduce(
      (sum, name) => sum + Math.abs(Math.log(weights[name]! / problem.currentWeights[name]!)),
      0,
    )
    kept.push({ changed: moved.length, size })
  }
  const inOrder = kept.toSorted((a, b) => a.changed - b.changed || a.size - b.size)
  return inOrder[0] ?? null
}

const few = drawnProblem
  .filter(
    ({ targets, bounds }) =>
      Object.keys(targets ?? {}).length > 0 && Object.keys(bounds ?? {}).length === 0,
  )
  .map((problem): WeightProblem => {
    const { excluded: _, alike: __, ...rest } = problem
    return { ...rest, objective: 'meet-targets', mode: 'keep-targets' }
  })

const options = { mostJudged: Number.POSITIVE_INFINITY, known: [] }

test('agrees with trying everything', async () => {
  let changed = 0
  await fc.assert(
    fc.asyncProperty(few, async (problem) => {
      const judge = worstBy(problem)
      const found = await fewestChanges(problem, { ...options, guess: judge, judge })
      const least = await byTryingAll(problem, judge)
      expect(found === null).toBe(least === null)
      if (!found || !least) return
      const change = changeTo(problem, found)
      changed += 1
      expect(change.changed).toHaveLength(least.changed)
      expect(change.size).toBeCloseTo(least.size, 9)
    }),
    { numRuns: 40 },
  )
  expect(changed).toBeGreaterThan(0)
})

/** vm1's target is this part of its time at equal weights. */
function tight(part: number, more: Partial<WeightProblem> = {}): WeightProblem {
  const { load, currentWeights } = paperProblem
  const busy = { ...load, domains: load.domains.map((each) => ({ ...each, vCpus: 1 })) }
  const now = sdpsTimes(busy)(currentWeights)
  return {
    ...paperProblem,
    load: busy,
    objective: 'meet-targets',
    mode: 'keep-targets',
    targets: { vm1: part * now.get('vm1')! },
    ...more,
  }
}

describe('a guess that is off', () => {
  test('is put right by what is judged, with few changes judged', async () => {
    const problem = tight(0.9)
    const judge = worstBy(problem)
    let judged = 0
    const found = await fewestChanges(problem, {
      ...options,
      guess: worstBy(problem, 0.8),
      judge: (weights) => {
        judged += 1
        return judge(weights)
      },
    })
    const least = await byTryingAll(problem, judge)
    expect(changeTo(problem, found!).size).toBeCloseTo(least!.size, 9)
    expect(judged).toBeLessThan(8)
  })

  test('costs no more than it may, and what is known already is free', async () => {
    const problem = tight(0.9)
    const judge = worstBy(problem)
    const of = { guess: worstBy(problem, 0.8), judge, mostJudged: 0 }
    expect(await fewestChanges(problem, { ...of, known: [] })).toBeNull()
    const known = { ...problem.currentWeights, vm1: 1000 }
    expect(await fewestChanges(problem, { ...of, known: [known] })).toEqual(known)
  })
})

describe('the changes', () => {
  test('begin with one domain alone, the smallest first, and never starve Domain-0', () => {
    const problem = tight(0.9)
    const changes = changesInOrder(problem)
    expect(changes[0]!.changed).toHaveLength(1)
    const order = changes.map(({ changed, size }) => 1000 * changed.length + size)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const most = mostOfGuests(problem).most
    for (const { weights } of changes) {
      expect(weights['Domain-0']).toBe(256)
      expect(weights.vm1! + weights.vm2! + weights.vm3!).toBeLessThanOrEqual(most)
    }
  })

  test('move domains together that are alike, and none that is kept', () => {
    const alike = changesInOrder(tight(0.9, { alike: [['vm1', 'vm2']], excluded: ['vm3'] }))
    expect(alike.length).toBeGreaterThan(0)
    for (const { weights } of alike) {
      expect(weights.vm1).toBe(weights.vm2)
      expect(weights.vm3).toBe(256)
    }
  })

  test('keep to the bounds', () => {
    const bounds = { vm1: { maxShare: 0.4 } }
    for (const { weights } of changesInOrder(tight(0.9, { bounds }))) {
      expect(weights.vm1! / (weights.vm1! + weights.vm2! + weights.vm3!)).toBeLessThan(0.405)
    }
  })
})
