import type { Weights } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { allocations } from '../problem/allocations.ts'
import { writtenAs } from '../problem/judge-allocation.ts'
import { timesOf } from '../problem/judged.fixture.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import type { RaceContender } from './paired-gain.ts'
import { isTie, type RaceRules, runRace } from './run-race.ts'

const problem: WeightProblem = { ...paperProblem, stepShare: 0.2, integerMapping: 'scale-5120' }
const posed = poseGrid(problem)
/** Six allocations; vm1 has one, two or three fifths. */
const entered = [...allocations(posed.grid)].map((each) => writtenAs(problem, posed, each))
const rules: RaceRules = { stages: 3, confidence: 0.95, leastGain: 0 }

/** A simulation whose times depend on the steps of vm1 and on the stage. */
function playing(timesAt: (stepsOfVm1: number, stage: number) => Times) {
  const asked: Weights[][] = []
  const play = async (weights: readonly Weights[], stage: number) => {
    asked[stage] = [...weights]
    return weights.map((each) => timesAt(each.vm1! / 1024, stage))
  }
  return { asked, play }
}

const keys = (contenders: readonly RaceContender[]) =>
  contenders.map(({ allocation }) => allocation.join())

describe('runRace', () => {
  test('enters the weights in force and all allocations in the first stage', async () => {
    const { asked, play } = playing((vm1) => timesOf(1, 1, vm1))
    const { first, inForce } = await runRace(problem, entered, play, rules)
    expect(asked[0]).toEqual([problem.currentWeights, ...entered.map(({ weights }) => weights)])
    expect(keys(first)).toEqual(entered.map(({ allocation }) => allocation.join()))
    expect(first.every(({ stages }) => stages.length === 1)).toBe(true)
    expect(inForce.weights).toBe(problem.currentWeights)
    expect(inForce.stages).toHaveLength(3)
  })

  test('stops nobody after one stage, and all that are clearly worse after two', async () => {
    const { asked, play } = playing((vm1) => timesOf(1, 1, vm1))
    const { stopped, finalists, best } = await runRace(problem, entered, play, rules)
    expect(asked.map((each) => each.length)).toEqual([7, 7, 4])
    // The three with one step for vm1 are best.
    expect(keys(finalists)).toEqual(['1,1,3', '1,2,2', '1,3,1'])
    expect(best).toBe(finalists[0])
    expect(keys(stopped)).toEqual(['2,1,2', '2,2,1', '3,1,1'])
    expect(stopped.every(({ stages }) => stages.length === 2)).toBe(true)
    expect(finalists.every(({ stages }) => stages.length === 3)).toBe(true)
  })

  test('the last stage still stops, by the means of all stages', async () => {
    // Too noisy after two stages: a loss of 2 +- 12.7; after three, of 2 +- 0.
    const gains = [1, 3, 2]
    const { play } = playing((vm1, stage) => timesOf(10, 0, (vm1 - 1) * gains[stage]!))
    const { stopped, finalists, best } = await runRace(problem, entered, play, rules)
    expect(stopped).toEqual([])
    expect(finalists).toHaveLength(6)
    const more = await runRace(problem, entered, play, { ...rules, confidence: 0.8 })
    expect(keys(more.stopped)).toEqual(['2,1,2', '2,2,1', '3,1,1'])
    expect(more.stopped.every(({ stages }) => stages.length === 3)).toBe(true)
    expect(best.allocation).toEqual([1, 1, 3])
    expect(best.value).toBeCloseTo(10, 12)
  })

  test('a loss within the least gain is none', async () => {
    const { play } = playing((vm1) => timesOf(10, 0, vm1 === 1 ? 0 : vm1 / 10))
    // Losses of 0.2 / 10.2 = 1.96 % and of 0.3 / 10.3 = 2.91 %.
    const keptAt = async (leastGain: number) =>
      (await runRace(problem, entered, play, { ...rules, leastGain })).finalists.length
    expect(await keptAt(0.019)).toBe(3)
    expect(await keptAt(0.02)).toBe(5)
    expect(await keptAt(0.03)).toBe(6)
  })

  test('an infinite time stops at once, unless all are infinite', async () => {
    const { asked, play } = playing((vm1) => timesOf(1, 1, vm1 === 2 ? null : 1))
    const { stopped } = await runRace(problem, entered, play, rules)
    expect(keys(stopped)).toEqual(['2,1,2', '2,2,1'])
    expect(stopped.every(({ stages }) => stages.length === 1)).toBe(true)
    expect(asked.map((each) => each.length)).toEqual([7, 5, 5])
    const lost = playing(() => timesOf(1, 1, null))
    expect((await runRace(problem, entered, lost.play, rules)).finalists).toHaveLength(6)
  })

  test('one that misses a target is stopped however small the least gain makes the loss', async () => {
    const must: WeightProblem = { ...problem, mode: 'keep-targets', targets: { vm3: 1 } }
    const { play } = playing((vm1) => timesOf(10, 1, vm1 === 1 ? 1 : 1.001))
    const { stopped } = await runRace(must, entered, play, { ...rules, leastGain: 0.5 })
    expect(keys(stopped)).toEqual(['2,1,2', '2,2,1', '3,1,1'])
  })

  test('ends with the reason before a stage once aborted', async () => {
    const controller = new AbortController()
    const { asked, play } = playing(() => timesOf(1, 1, 1))
    const stopping = (weights: readonly Weights[], stage: number) => {
      if (stage === 1) controller.abort(new Error('enough'))
      return play(weights, stage)
    }
    const asks = runRace(problem, entered, stopping, { ...rules, signal: controller.signal })
    await expect(asks).rejects.toThrow('enough')
    expect(asked).toHaveLength(2)
  })
})

describe('isTie', () => {
  const must: WeightProblem = { ...problem, mode: 'keep-targets', targets: { vm3: 2 } }

  /** Two contenders with these times of vm3 by stage. */
  async function two(one: number[], other: number[], of = problem) {
    const { play } = playing((vm1, stage) => timesOf(10, 0, (vm1 === 1 ? one : other)[stage]!))
    const pair = [entered[0]!, entered[5]!]
    const stages = one.length
    const { first, stopped, finalists } = await runRace(of, pair, play, { ...rules, stages })
    expect(first).toHaveLength(2)
    const ended = [...finalists, ...stopped]
    return [...ended].sort((a, b) => a.weights.vm1! - b.weights.vm1!)
  }

  test('within the least gain', async () => {
    const [best, one] = await two([1, 1], [2, 2])
    // A loss of 1 / 12.
    expect(isTie(problem, one!, best!, { ...rules, leastGain: 0.084 })).toBe(true)
    expect(isTie(problem, one!, best!, { ...rules, leastGain: 0.083 })).toBe(false)
  })

  test('within the noise', async () => {
    const [best, one] = await two([1, 1, 1], [1.25, 1.75, 1.5])
    // Differences of 0.25, 0.75 and 0.5 of 11.5: 0.5 +- 0.62 at 95 %, +- 0.42 at 90 %.
    expect(isTie(problem, one!, best!, rules)).toBe(true)
    expect(isTie(problem, one!, best!, { ...rules, confidence: 0.9 })).toBe(false)
  })

  test('not where the noise hides more than a smaller change is worth', async () => {
    const [best, one] = await two([1, 1, 1], [1.5, 2.5, 2])
    // A twelfth, +- a tenth.
    expect(isTie(problem, one!, best!, rules)).toBe(false)
  })

  test('always with itself', async () => {
    const [best] = await two([1, 1], [2, 2])
    expect(isTie(problem, best!, best!, rules)).toBe(true)
  })

  test('never between one that misses a target and one that keeps it', async () => {
    const [best, one] = await two([1, 2.9], [2.1, 2.2], must)
    expect([best!.excess, one!.excess > 0]).toEqual([0, true])
    expect(isTie(must, one!, best!, { ...rules, leastGain: 0.9 })).toBe(false)
    expect(isTie(must, best!, best!, rules)).toBe(true)
  })
})
