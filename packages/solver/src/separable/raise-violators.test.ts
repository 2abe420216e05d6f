import { describe, expect, test } from 'vitest'
import { optimiseWeights } from '../optimise-weights.ts'
import { predict } from '../problem/predict.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

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
})
