import { studentT } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { judgeAllocation, writtenAs } from '../problem/judge-allocation.ts'
import { timesOf } from '../problem/judged.fixture.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { meanTimes, pairedGain, type RaceContender } from './paired-gain.ts'

function contender(problem: WeightProblem, stages: readonly (number | null)[][]): RaceContender {
  const times = stages.map((seconds) => timesOf(...seconds))
  const written = writtenAs(problem, poseGrid(problem), [8, 8, 4])
  return { ...judgeAllocation(problem, written, meanTimes(times)), stages: times }
}

/** vm1 takes these seconds by stage, the others one second each. */
const ofVm1 = (problem: WeightProblem, ...seconds: number[]) =>
  contender(
    problem,
    seconds.map((each) => [each, 1, 1]),
  )

describe('meanTimes', () => {
  test('are the means by domain', () => {
    const means = meanTimes([timesOf(1, 4), timesOf(2, 6), timesOf(6, 2)])
    expect([...means]).toEqual([
      ['vm1', 3],
      ['vm2', 4],
    ])
  })

  test('are null where any stage has no finite time', () => {
    expect([...meanTimes([timesOf(1, 4), timesOf(null, 6)])]).toEqual([
      ['vm1', null],
      ['vm2', 5],
    ])
    expect(meanTimes([timesOf(1, 4), timesOf(1)]).get('vm2')).toBeNull()
  })

  test('are none before the first stage', () => {
    expect(meanTimes([]).size).toBe(0)
  })
})

describe('the gain in cost', () => {
  test('is relative to the worse of the two, in both directions', () => {
    const [fast, slow] = [ofVm1(paperProblem, 1, 1), ofVm1(paperProblem, 3, 3)]
    // Totals of 3 and 5 seconds.
    expect(pairedGain(paperProblem, fast, slow, 0.95)).toEqual({ mean: 0.4, halfWidth: 0 })
    expect(pairedGain(paperProblem, slow, fast, 0.95)).toEqual({ mean: -0.4, halfWidth: 0 })
  })

  test('is zero between equals', () => {
    const one = ofVm1(paperProblem, 2, 4, 9)
    expect(pairedGain(paperProblem, one, one, 0.95)).toEqual({ mean: 0, halfWidth: 0 })
  })

  test('effects of a stage on both cancel: only the spread of the differences counts', () => {
    const noisy = [3, 40, 11]
    const one = ofVm1(paperProblem, ...noisy)
    const other = ofVm1(paperProblem, ...noisy.map((each) => each + 2))
    const { mean, halfWidth } = pairedGain(paperProblem, one, other, 0.95)
    expect(mean).toBeCloseTo(2 / (18 + 2 + 2), 12)
    expect(halfWidth).toBeCloseTo(0, 12)
  })

  test("has the half-width of Student's t", () => {
    const one = ofVm1(paperProblem, 1, 1, 1)
    const other = ofVm1(paperProblem, 2, 3, 7)
    // Totals of 4, 5 and 9, six on average; differences of 1, 2 and 6.
    const differences = [1 / 6, 2 / 6, 6 / 6]
    const mean = 0.5
    const variance = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 2
    for (const confidence of [0.9, 0.95]) {
      const gain = pairedGain(paperProblem, one, other, confidence)
      expect(gain.mean).toBeCloseTo(mean, 12)
      expect(gain.halfWidth).toBeCloseTo(studentT(2, confidence) * Math.sqrt(variance / 3), 9)
      expect(pairedGain(paperProblem, other, one, confidence).halfWidth).toBe(gain.halfWidth)
    }
  })

  test('says nothing about the noise after a single stage', () => {
    const gain = pairedGain(paperProblem, ofVm1(paperProblem, 1), ofVm1(paperProblem, 3), 0.95)
    expect(gain).toEqual({ mean: 0.4, halfWidth: Number.POSITIVE_INFINITY })
  })
})

describe('the gain where a target is missed', () => {
  const problem: WeightProblem = {
    ...paperProblem,
    mode: 'keep-targets',
    targets: { vm1: 2, vm2: 2 },
    factors: { vm2: 3 },
  }

  test('of two that miss, compares the ratios to the target', () => {
    const [near, far] = [ofVm1(problem, 4, 4), ofVm1(problem, 10, 10)]
    expect([near.excess, far.excess]).toEqual([1, 4])
    expect(pairedGain(problem, near, far, 0.95)).toEqual({ mean: 0.6, halfWidth: 0 })
    expect(pairedGain(problem, far, near, 0.95)).toEqual({ mean: -0.6, halfWidth: 0 })
  })

  test('each by the domain that is worst over all stages, with its factor', () => {
    const one = contender(problem, [
      [4, 4, 1],
      [4, 2, 1],
    ])
    // vm2: 3 x 3 / 2 = 4.5 on average, 6 and 3 by stage.
    expect(one.excess).toBe(3.5)
    const other = contender(problem, [
      [10, 1, 1],
      [14, 1, 1],
    ])
    // vm1: 6 on average, 5 and 7 by stage.
    expect(other.excess).toBe(5)
    const { mean, halfWidth } = pairedGain(problem, one, other, 0.95)
    expect(mean).toBeCloseTo((5 - 6 + 7 - 3) / 2 / 6, 12)
    expect(halfWidth).toBeGreaterThan(0)
  })

  test('of one that keeps all, the ratio counts as 1 at least', () => {
    const kept = contender(problem, [
      [1, 0.5, 1],
      [2.2, 0.5, 1],
    ])
    expect(kept.excess).toBe(0)
    const missed = ofVm1(problem, 4, 4)
    // Ratios of 0.75 and 1.1 in the stages; the first counts as 1.
    const { mean } = pairedGain(problem, kept, missed, 0.95)
    expect(mean).toBeCloseTo((1 + (2 - 1.1)) / 2 / 2, 12)
  })

  test('of two that keep all, compares the ratios to a soft target', () => {
    const soft = { ...problem, softTargets: { vm3: 4 } }
    const near = contender(soft, [[1, 0.5, 6]])
    const far = contender(soft, [[1, 0.5, 8]])
    expect(pairedGain(soft, near, far, 0.95).mean).toBeCloseTo(0.25, 12)
    const kept = contender(soft, [[1.9, 0.5, 1]])
    expect(pairedGain(soft, kept, near, 0.95).mean).toBeCloseTo(1 - 4 / 6, 12)
    const missed = contender(soft, [[4, 0.5, 1]])
    expect(pairedGain(soft, far, missed, 0.95).mean).toBeCloseTo(0.5, 12)
  })

  test('a longer time without a target, or none at all, does not count', () => {
    const one = contender(problem, [[4, null, 90]])
    const other = contender(problem, [[8, null, 1]])
    expect(pairedGain(problem, one, other, 0.95).mean).toBeCloseTo(0.5, 12)
  })
})
