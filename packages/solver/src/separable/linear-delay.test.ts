import { delayAware, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optimiseWeights } from '../optimise-weights.ts'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { minimiseLinearDelay } from './linear-delay.ts'

const drawn: fc.Arbitrary<WeightProblem> = fc
  .record({ n: fc.integer({ min: 2, max: 4 }), seed: fc.integer({ min: 1, max: 9999 }) })
  .map(({ n, seed }) => {
    const drawnOne = drawnLoad(n, seed)
    // Domain-0's share would move with the guests' integers, too.
    const load = { ...drawnOne, domain0: { ...drawnOne.domain0, serviceTimeSeconds: 0 } }
    return { ...paperProblem, load, currentWeights: equalWeights(load), stepShare: 0.1 }
  })

/** Sum of R_p by the formula itself, seconds. */
function delayAt({ load, normalisation }: WeightProblem, weights: Weights): number {
  const { domains } = delayAware.estimate(load, weights, { normalisation })
  return domains.reduce((sum, { responseTimeSeconds }) => sum + responseTimeSeconds!, 0)
}

describe('eq (7) as printed', () => {
  test('the constants are the slopes of eq (1)-(3) at the weights in force', () => {
    fc.assert(
      fc.property(drawn, (problem) => {
        const { constants } = minimiseLinearDelay(problem)
        const names = problem.load.domains.map(({ name }) => name)
        // Large integers, so that one of them is a small step of the share.
        const at = (one?: string, by = 0) =>
          Object.fromEntries([
            ['Domain-0', 256e6],
            ...names.map((name) => [name, 256e6 + (name === one ? by : 0)]),
          ])
        const sum = 256e6 * names.length
        const mean = names.reduce((total, name) => total + constants[name]!, 0) / names.length
        for (const name of names) {
          const slope = (delayAt(problem, at(name, 1e3)) - delayAt(problem, at(name, -1e3))) / 2e3
          // A larger integer takes share from all: d w_p = (1 - w_p) / sum, d w_i = -w_i / sum.
          expect(slope * sum).toBeCloseTo(constants[name]! - mean, 5)
        }
      }),
    )
  })

  test('no allocation on the grid has a smaller linear sum', () => {
    fc.assert(
      fc.property(drawn, (problem) => {
        const { constants, weights } = minimiseLinearDelay(problem)
        const names = Object.keys(constants)
        const sum = names.reduce((total, name) => total + weights[name]!, 0)
        const steps = names.map((name) => Math.round((10 * weights[name]!) / sum))
        const linear = (each: readonly number[]) =>
          each.reduce((total, own, index) => total + own * constants[names[index]!]!, 0)
        const least = Math.min(...divisions(10, names.length).map(linear))
        expect(linear(steps)).toBeCloseTo(least, 9)
      }),
    )
  })

  test('Table 3, interval 5: one VM gets all but the least, which makes the true sum worse', async () => {
    const { constants, weights, totalSeconds } = minimiseLinearDelay(paperProblem)
    expect(constants.vm1).toBeCloseTo(constants.vm2!, 12)
    expect(constants.vm1).toBeLessThan(constants.vm3!)
    // 0.90, 0.05 and 0.05 of 768.
    expect(weights).toEqual({ 'Domain-0': 256, vm1: 691, vm2: 39, vm3: 39 })
    const corrected = await optimiseWeights(paperProblem)
    expect(totalSeconds.now).toBeCloseTo(corrected.objective.before!, 12)
    expect(totalSeconds.after).toBeCloseTo(delayAt(paperProblem, weights), 12)
    expect(totalSeconds.after).toBeGreaterThan(2 * totalSeconds.now)
  })

  test('an idle domain keeps its integer', () => {
    const [first, ...others] = paperProblem.load.domains
    const idle = { ...first!, arrivalRatePerSecond: 0 }
    const load = { ...paperProblem.load, domains: [idle, ...others] }
    const { constants, weights } = minimiseLinearDelay({ ...paperProblem, load })
    expect(constants.vm1).toBe(0)
    expect(weights.vm1).toBe(256)
  })
})

/** Every division of the steps with at least one each. */
function divisions(steps: number, parts: number): number[][] {
  if (parts === 1) return [[steps]]
  return Array.from({ length: steps - parts + 1 }, (_, index) => index + 1).flatMap((own) =>
    divisions(steps - own, parts - 1).map((rest) => [own, ...rest]),
  )
}
