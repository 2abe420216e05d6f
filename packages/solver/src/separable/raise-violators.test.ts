import { share } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { optimiseWeights } from '../optimise-weights.ts'
import { predict } from '../problem/predict.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { WeightProblemError } from '../problem/weight-problem-error.ts'

const raising: WeightProblem = { ...paperProblem, mode: 'raise-violator-only' }

describe('raise the violators only', () => {
  test('the case of the paper: +50 % to VM1, all others keep their weight (E0.11)', async () => {
    // At vm1 = 1.5: 6.6 + 6.6 / 1.5 + (170/45) 1.7 / 1.5 = 15.28 ms; at 1.45 it is 15.58 ms.
    const solution = await optimiseWeights({ ...raising, targets: { vm1: 0.0153, vm2: 0.03 } })
    expect(solution.status).toBe('optimal')
    expect(solution.weights).toEqual({ 'Domain-0': 256, vm1: 384, vm2: 256, vm3: 256 })
    // 29.539 -> 29.371 ms, and 14.9 ms of service
    expect(solution.objective.after! * 1000).toBeCloseTo(44.271, 3)
    expect(solution.predicted[0]!.meetsTarget).toBe(true)
    const [vm1] = solution.sensitivity
    expect(vm1).toMatchObject({ name: 'vm1', stepDown: { feasible: false } })
  })

  test('names a domain that kept its target and now misses it', async () => {
    const solution = await optimiseWeights({ ...raising, targets: { vm1: 0.0153, vm2: 0.02 } })
    expect(solution.predicted[1]!.meetsTarget).toBe(false)
    const codes = solution.warnings.map(({ code }) => code)
    expect(codes).toContain('pushes-over-target')
  })

  test('with a factor: 66 ms now, target 60 ms', async () => {
    const factors = { vm1: 0.066 / 0.0196222 }
    const problem = { ...raising, targets: { vm1: 0.06 }, factors }
    const { weights, predicted } = await optimiseWeights(problem)
    // formula(new) / formula(now) <= 60/66: 6.6 + 13.022 / r <= 17.838, r >= 1.1588, so 1.2
    expect(weights!.vm1).toBe(307)
    expect(predicted[0]!.meetsTarget).toBe(true)
  })

  test('two violators: no smaller raises keep both targets (all of them tried)', async () => {
    const targets = { vm1: 0.017, vm3: 0.005 }
    const solution = await optimiseWeights({ ...raising, targets })
    expect(solution.status).toBe('optimal')
    const raised = (steps: number) => Math.round(256 * (1 + steps * 0.05))
    const { vm1, vm3 } = solution.weights!
    const kept: [number, number][] = []
    for (let one = 0; one <= 40; one++) {
      for (let three = 0; three <= 40; three++) {
        const weights = { ...raising.currentWeights, vm1: raised(one), vm3: raised(three) }
        const predicted = predict({ ...raising, targets }, weights)
        if (predicted.every(({ meetsTarget }) => meetsTarget !== false)) {
          kept.push([weights.vm1, weights.vm3])
        }
      }
    }
    expect(Math.min(...kept.map(([one]) => one))).toBe(vm1)
    expect(Math.min(...kept.map(([, three]) => three))).toBe(vm3)
    expect(kept).toContainEqual([vm1, vm3])
  })

  test('reports targets that no raise reaches as infeasible, with the conflict', async () => {
    const solution = await optimiseWeights({ ...raising, targets: { vm1: 0.0115, vm2: 0.0115 } })
    expect(solution).toMatchObject({
      status: 'infeasible',
      weights: null,
      conflicts: [['vm1', 'vm2']],
    })
  })

  test('changes nothing when no domain misses its target', async () => {
    const solution = await optimiseWeights({ ...raising, targets: { vm1: 0.02 } })
    expect(solution.weights).toEqual(raising.currentWeights)
    expect(solution.warnings.map(({ code }) => code)).toEqual(['no-violators'])
  })

  test('throws when a maximum share prevents the raise instead of missing the target silently', async () => {
    const bounds = { vm1: { maxShare: 0.4 } }
    await expect(
      optimiseWeights({ ...raising, bounds, targets: { vm1: 0.0153 } }),
    ).rejects.toMatchObject({ code: 'bounds-infeasible', details: { name: 'vm1' } })
  })

  test('raises no excluded domain, and counts a violator that keeps its bound', async () => {
    const targets = { vm1: 0.0153, vm2: 0.0153 }
    const excluded = await optimiseWeights({ ...raising, targets, excluded: ['vm1'] })
    expect(excluded.weights).toMatchObject({ vm1: 256, vm3: 256 })
    expect(excluded.weights!.vm2).toBeGreaterThan(256)
    const none = await optimiseWeights({ ...raising, targets, excluded: ['vm1', 'vm2'] })
    expect(none.weights).toEqual(raising.currentWeights)
    expect(none.warnings.map(({ code }) => code)).toEqual(['no-violators'])
    const bounds = { vm1: { maxShare: 0.43 } }
    const within = await optimiseWeights({ ...raising, bounds, targets: { vm1: 0.0153 } })
    // 384 of 896 is 0.4286.
    expect(within.shares!.vm1).toBeCloseTo(384 / 896, 12)
  })

  test("reports Domain-0's loss of share with the raise, and none without", async () => {
    const raised = await optimiseWeights({ ...raising, targets: { vm1: 0.0153 } })
    expect(raised.domain0Share).toEqual({ before: 1 / 3, after: 256 / 896 })
    expect(raised.warnings.map(({ code }) => code)).toEqual(['domain0-share-moves'])
    expect(raised).toMatchObject({
      stepShare: 0.05,
      roundingError: 0,
      conflicts: [],
      companions: { greedy: null, closedForm: null },
      proof: { engine: 'least-raise', bound: null, gridValue: null, gap: null, binaries: 0 },
    })
    const refused = await optimiseWeights({ ...raising, targets: { vm1: 0.001 } })
    expect(refused.domain0Share).toEqual({ before: 1 / 3, after: 1 / 3 })
    expect(refused).toMatchObject({ shares: null, roundingError: null, sensitivity: [] })
    expect(refused.objective.after).toBeNull()
  })

  test('the sensitivity is the change of the objective by a step of the raise', async () => {
    const problem = { ...raising, targets: { vm1: 0.0153 } }
    const { sensitivity, objective } = await optimiseWeights(problem)
    const totalAt = (vm1: number) =>
      predict(problem, { ...raising.currentWeights, vm1 }).reduce(
        (sum, { predictedSeconds }) => sum + predictedSeconds!,
        0,
      )
    // 384 is +50 %; +55 % is 396.8 and +45 % is 371.2.
    expect(objective.after).toBeCloseTo(totalAt(384), 12)
    const [{ stepUp, stepDown }] = sensitivity as [(typeof sensitivity)[number]]
    expect(stepUp).toMatchObject({ feasible: true, shares: { vm1: 397 / (397 + 512) } })
    expect(stepUp!.change).toBeCloseTo(totalAt(397) - totalAt(384), 12)
    expect(stepDown).toMatchObject({ feasible: false, shares: { vm1: 371 / (371 + 512) } })
    expect(stepDown!.change).toBeCloseTo(totalAt(371) - totalAt(384), 12)
  })

  test("raises as far as Xen's 65535 and no further", async () => {
    const currentWeights = { 'Domain-0': 60000, vm1: 60000, vm2: 60000, vm3: 60000 }
    // At 63000, +5 %: 6.6 + 6.6 / 1.05 + 6.42 / 1.05 = 19.0 ms; another step would be 66000.
    const at = async (vm1: number) =>
      optimiseWeights({ ...raising, currentWeights, targets: { vm1 } })
    const last = await at(0.0191)
    expect(last.weights!.vm1).toBe(63000)
    expect(last.sensitivity[0]).toMatchObject({ stepUp: null, stepDown: { feasible: false } })
    expect((await at(0.0189)).status).toBe('infeasible')
  })

  test("counts Domain-0's work and I/O in the demand", async () => {
    const domain0 = { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 90, delayPerIoSeconds: 0.001 }
    const problem = { ...raising, load: { ...raising.load, domain0 } }
    const now = predict(problem, raising.currentWeights)[0]!.predictedSeconds!
    const { weights, predicted } = await optimiseWeights({
      ...problem,
      targets: { vm1: 0.9 * now },
    })
    expect(predicted[0]!.meetsTarget).toBe(true)
    const step = (change: number) =>
      predict(problem, { ...weights!, vm1: weights!.vm1! - change })[0]!.predictedSeconds!
    expect(step(0)).toBeLessThanOrEqual(0.9 * now)
    // A step of 12.8 less misses it, even with the gain in Domain-0's share.
    expect(step(13)).toBeGreaterThan(0.9 * now)
  })

  describe('where Domain-0 needs 20 % of the credits, and has 25 %', () => {
    const domain0 = { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 100, delayPerIoSeconds: 0 }
    const problem = { ...raising, load: { ...raising.load, domain0 } }
    const raisedFor = (vm1: number, currentWeights = raising.currentWeights) =>
      optimiseWeights({ ...problem, currentWeights, targets: { vm1 } })

    test('raises as far as that', async () => {
      const { weights } = await raisedFor(0.0145)
      expect(weights!.vm1).toBeGreaterThan(256)
      const { domain0: part } = share(weights!, ['vm1', 'vm2', 'vm3'], 'with-domain-0')
      expect(part).toBeGreaterThan(0.2)
    })

    test('refuses to raise further, and says it with numbers', async () => {
      await expect(raisedFor(0.012)).rejects.toThrow(
        /leaves Domain-0 1\d\.\d % of the credits, less than the 20\.0 % that it needs/,
      )
    })

    test('counts the weights of domains that the load leaves out', async () => {
      const targets = { vm1: 0.0145 }
      await expect(optimiseWeights({ ...problem, targets, otherWeight: 300 })).rejects.toThrow(
        WeightProblemError,
      )
    })

    test('refuses every raise where it has less already, but not to leave weights alone', async () => {
      const few = { ...raising.currentWeights, 'Domain-0': 128 }
      await expect(raisedFor(0.0145, few)).rejects.toThrow(WeightProblemError)
      expect((await raisedFor(1, few)).weights).toEqual(few)
    })
  })
})
