import type { Times } from '@steelyard/solver'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../prediction/predictors.ts'
import { changeError, check, type Judge, LEAST_GAIN } from './gate.ts'

const now = { vm1: 256, vm2: 256 }
const asked = { vm1: 384, vm2: 128 }

/** Runs with the given client means in ms under both weights; the objective is their sum. */
function judgeOf(
  runs: { now: readonly [number, number]; asked: readonly [number, number] }[],
  model: Judge['model'] = 'twin',
): Judge {
  const answer = ([vm1, vm2]: readonly [number, number]): Answer =>
    new Map(
      Object.entries({ vm1, vm2 }).map(([name, ms]) => [
        name,
        { mean: null, p95: null, p99: null, client: ms / 1000 },
      ]),
    )
  return {
    model,
    runs: async (weights) => runs.map((run) => answer(weights === now ? run.now : run.asked)),
    objective: (times: Times) => {
      const value = [...times.values()].reduce<number>((sum, seconds) => sum + seconds!, 0)
      return { value, excess: 0, softExcess: 0, cost: value }
    },
  }
}

const checked = (judge: Judge) => check(judge, { now, asked }, 'client')

describe('check', () => {
  it('weighs the gain in the objective against the model’s error in each change', async () => {
    const { before, after, gain, uncertainty, passes } = await checked(
      judgeOf([{ now: [60, 40], asked: [30, 50] }], 'sdps'),
    )
    expect([before, after]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.08, 12)])
    expect(gain).toBeCloseTo(0.2, 12)
    // Each change, -30 and +10 ms out of 100 ms, has an error in proportion, at 1.2816 standard
    // deviations.
    expect(uncertainty).toBeCloseTo(1.2816 * changeError.sdps * Math.hypot(0.3, 0.1), 3)
    expect(passes).toBe(gain > uncertainty)
  })

  it('does not count a small remainder of large shifts as a gain', async () => {
    const { gain, passes } = await checked(judgeOf([{ now: [60, 40], asked: [20, 75] }]))
    expect(gain).toBeCloseTo(0.05, 12)
    expect(passes).toBe(false)
  })

  it('compares runs with equal seeds pair by pair', async () => {
    // One seed is twice as slow as the other under both weights.
    const paired = await checked(
      judgeOf([
        { now: [60, 40], asked: [50, 40] },
        { now: [120, 80], asked: [100, 80] },
      ]),
    )
    expect(paired.gain).toBeCloseTo(0.1, 12)
    expect(paired.uncertainty).toBeCloseTo(1.2816 * changeError.twin * 0.1, 3)
    expect(paired.passes).toBe(true)
    const chance = await checked(
      judgeOf([
        { now: [60, 40], asked: [30, 40] },
        { now: [60, 40], asked: [65, 40] },
      ]),
    )
    expect(chance.gain).toBeCloseTo(0.125, 12)
    expect(chance.passes).toBe(false)
  })

  it('demands a larger gain than the models’ own error', async () => {
    const { gain, passes } = await checked(judgeOf([{ now: [60, 40], asked: [59, 39.5] }]))
    expect(gain).toBeLessThan(LEAST_GAIN)
    expect(passes).toBe(false)
  })
})
