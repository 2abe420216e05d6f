import type { Weights } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { optimiseByEnumeration } from '../search/optimise-by-enumeration.ts'
import {
  byFormula,
  compareRacesWithOptimum,
  noisy,
  problemOf,
  rules,
} from './noisy-race.fixture.ts'
import { raceAllocations } from './race-allocations.ts'
import type { PlayStage } from './run-race.ts'

describe('a race among all allocations', () => {
  test('without noise equals the enumeration, with or without targets', async () => {
    const now = byFormula(problemOf(3, 5))(problemOf(3, 5).currentWeights)
    const target = (factor: number) => ({
      vm1: factor * now.get('vm1')!,
      vm2: factor * now.get('vm2')!,
    })
    const questions: Partial<WeightProblem>[] = [
      {},
      { objective: 'mean-over-requests' },
      { objective: 'meet-targets', targets: target(0.9) },
      { objective: 'meet-targets', targets: target(0.4) },
      { mode: 'keep-targets', targets: target(0.95) },
      { mode: 'keep-targets', targets: target(0.4) },
      { alike: [['vm1', 'vm3']] },
    ]
    const statuses = new Set<string>()
    for (const question of questions) {
      const problem = problemOf(3, 5, question)
      const predict = byFormula(problem)
      const exact = await optimiseByEnumeration(problem, predict, { leastGain: 0.02 })
      const { play, asked } = noisy(problem, { shared: 0, own: 0 })
      const { race, proof, ...raced } = await raceAllocations(problem, play, rules)
      const { proof: enumerated, ...others } = exact
      expect(raced.weights).toEqual(others.weights)
      expect(raced.status).toBe(others.status)
      expect(raced.conflicts).toEqual(others.conflicts)
      expect(raced.objective.after ?? 0).toBeCloseTo(others.objective.after ?? 0, 9)
      expect(raced.sensitivity.map(({ stepUp }) => stepUp?.shares)).toEqual(
        others.sensitivity.map(({ stepUp }) => stepUp?.shares),
      )
      expect(proof.engine).toBe('enumeration')
      expect(proof.gap ?? 0).toBeCloseTo(enumerated.gap ?? 0, 9)
      // All run twice, then those that are clearly worse are out.
      expect(asked).toHaveLength(5)
      expect([asked[0]! - 1, asked[1]! - 1]).toEqual([race.allocations, race.allocations])
      expect(asked[2]!).toBe(1 + race.allocations - race.stopped[0]!.allocations)
      statuses.add(raced.status)
    }
    expect([...statuses].sort()).toEqual(['infeasible', 'optimal'])
  })

  test('with noise loses little, and its interval covers the true gain', () =>
    compareRacesWithOptimum(12))

  test('leaves the weights almost unchanged where allocations differ only by noise', async () => {
    const problem = problemOf(3, 5)
    const times = byFormula(problem)(problem.currentWeights)
    const { play } = noisy(problem)
    const same: PlayStage = (weights, stage) =>
      play(
        weights.map(() => problem.currentWeights),
        stage,
      )
    const { weights, race } = await raceAllocations(problem, same, rules)
    expect(times.size).toBe(3)
    for (const weight of Object.values(weights!)) expect(Math.abs(weight - 256)).toBeLessThan(30)
    expect(Math.abs(race.gain!.mean)).toBeLessThanOrEqual(0.04)
  })

  test('stops allocations without a finite time at once', async () => {
    const problem = problemOf(2, 3)
    const { play, asked } = noisy(problem)
    const starving: PlayStage = async (weights, stage) =>
      (await play(weights, stage)).map((times, index) =>
        weights[index]!.vm1! < 200 ? new Map([...times, ['vm1', null] as const]) : times,
      )
    const { weights } = await raceAllocations(problem, starving, rules)
    expect(weights!.vm1).toBeGreaterThanOrEqual(200)
    expect(asked[1]!).toBeLessThan(asked[0]!)
  })
})

describe('a race on two domains', () => {
  const problem = problemOf(2, 3)
  const { play } = noisy(problem, { shared: 0, own: 0 })

  test('has no gain over weights in force without a finite time', async () => {
    const starving: PlayStage = async (weights, stage) =>
      (await play(weights, stage)).map((times, index) =>
        index === 0 ? new Map([...times, ['vm1', null] as const]) : times,
      )
    const { race, status, objective, proof } = await raceAllocations(problem, starving, rules)
    expect(race.gain).toBeNull()
    expect(status).toBe('optimal')
    expect(objective.before).toBeNull()
    expect(proof.solveSeconds).toBeLessThan(60)
  })

  test('counts the stopped allocations by stage, and the ties at the end', async () => {
    const { race, warnings } = await raceAllocations(problem, play, rules)
    expect(race.allocations).toBe(19)
    const stopped = race.stopped.reduce((sum, { allocations }) => sum + allocations, 0)
    expect(race.stopped.map(({ afterStage }) => afterStage)).toEqual([2])
    expect(warnings).toContainEqual({ code: 'others-as-good', allocations: 18 - stopped })
  })

  test('has no answer where all allocations starve a domain', async () => {
    const lost: PlayStage = async (weights) => weights.map(() => new Map([['vm1', null]]))
    const found = await raceAllocations(problem, lost, rules)
    expect(found).toMatchObject({ status: 'infeasible', weights: null, sensitivity: [] })
    expect(found.race.gain).toBeNull()
  })
})

describe('a race where the grid is too large', () => {
  test('races those that a quicker model ranks best, and explains why nothing is proven', async () => {
    const problem = problemOf(6, 9)
    const predict = byFormula(problem)
    const { play, asked } = noisy(problem)
    const equal = await predict(problem.currentWeights)
    expect(equal.size).toBe(6)
    const starts = [{ ...problem.currentWeights, vm1: 500 }]
    const found = await raceAllocations(problem, play, {
      ...rules,
      mostAllocations: 40,
      guide: { predict, starts },
    })
    expect(found).toMatchObject({
      status: 'not-proven',
      proof: {
        engine: 'search',
        bound: null,
        cause: { code: 'too-many-allocations', allocations: 11_628 },
      },
    })
    expect(found).toMatchObject({ sensitivity: [], conflicts: [], proof: { gap: null } })
    expect(found.race.gain!.mean).toBeGreaterThanOrEqual(0)
    expect(found.race.allocations).toBe(40)
    expect(asked[1]).toBe(41)
    expect(found.objective.after!).toBeLessThanOrEqual(found.objective.before!)
  })

  test('searches by itself where no quicker model answers', async () => {
    const problem = problemOf(6, 9)
    const predict = byFormula(problem)
    const { play, asked } = noisy(problem, { shared: 0, own: 0 })
    const found = await raceAllocations(problem, play, { ...rules, mostAllocations: 200 })
    const exact = await optimiseByEnumeration(problem, predict)
    expect(found).toMatchObject({ status: 'not-proven', proof: { engine: 'search' } })
    expect(found.race.allocations).toBeLessThanOrEqual(200)
    expect(asked[1]).toBe(1 + found.race.allocations)
    expect(found.objective.after!).toBeLessThan(1.03 * exact.objective.after!)
    expect(found.objective.after!).toBeLessThan(0.9 * found.objective.before!)
  })

  test('is not misled by a model that ranks the wrong way round', async () => {
    const problem = problemOf(5, 9)
    const predict = byFormula(problem)
    const inverse = (weights: Weights): Times =>
      new Map([...predict(weights)].map(([name, seconds]) => [name, 1 / seconds!]))
    const { play } = noisy(problem, { shared: 0, own: 0 })
    const found = await raceAllocations(problem, play, {
      ...rules,
      mostAllocations: 80,
      guide: { predict: inverse, starts: [] },
    })
    const exact = await optimiseByEnumeration(problem, predict)
    const [before, after] = [found.objective.before!, found.objective.after!]
    const gain = (before - after) / (before - exact.objective.after!)
    expect(gain).toBeGreaterThan(0.8)
  })

  test('ends with the reason when aborted', async () => {
    const problem = problemOf(3, 5)
    const controller = new AbortController()
    const { play } = noisy(problem)
    const stopping: PlayStage = (weights, stage) => {
      if (stage === 1) controller.abort(new Error('enough'))
      return play(weights, stage)
    }
    const asked = raceAllocations(problem, stopping, { ...rules, signal: controller.signal })
    await expect(asked).rejects.toThrow('enough')
  })
})
