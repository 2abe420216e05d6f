import type { Weights } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { balancedWeights } from './balanced-weights.ts'

const names = ['vm1', 'vm2', 'vm3']

/** Times that fall with a power of the share: T = base / share^power. */
function model(base: readonly number[], power = 0.5) {
  const asked: Weights[] = []
  const ask = async (weights: Weights) => {
    asked.push({ ...weights })
    const total = names.reduce((sum, name) => sum + weights[name]!, 0)
    return new Map(
      names.map((name, index) => [name, base[index]! / (weights[name]! / total) ** power]),
    )
  }
  return { ask, asked }
}

function problemOf(changes: Partial<WeightProblem>): WeightProblem {
  return { ...paperProblem, ...changes }
}

const targets = { vm1: 0.01, vm2: 0.02, vm3: 0.04 }

describe('balancedWeights', () => {
  test('with equal ratios to the target, weights are equal and the greatest', async () => {
    const { ask, asked } = model([0.01, 0.02, 0.04])
    const weights = await balancedWeights(problemOf({ targets }), ask)
    expect(weights).toEqual({ 'Domain-0': 256, vm1: 65535, vm2: 65535, vm3: 65535 })
    expect(asked).toHaveLength(12)
    expect(asked[0]).toEqual(paperProblem.currentWeights)
  })

  test('all targets end up missed, or kept, by the same ratio', async () => {
    for (const power of [0.5, 1, 1.5]) {
      const { ask } = model([0.01, 0.01, 0.01], power)
      const weights = (await balancedWeights(problemOf({ targets }), ask))!
      const times = await ask(weights)
      const ratios = names.map((name) => times.get(name)! / targets[name as keyof typeof targets])
      expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.05)
      // Then the shares are as the targets to the power of -1 / power.
      const expected = (0.02 / 0.01) ** (1 / power)
      expect(Math.abs(weights.vm1! / weights.vm2! / expected - 1)).toBeLessThan(0.1)
    }
  })

  test('a factor counts as a longer time', async () => {
    const { ask: plain } = model([0.02, 0.01, 0.01])
    const { ask } = model([0.01, 0.01, 0.01])
    expect(await balancedWeights(problemOf({ targets, factors: { vm1: 2 } }), ask)).toEqual(
      await balancedWeights(problemOf({ targets }), plain),
    )
  })

  test('a domain without a target gives way while one is missed, but no further', async () => {
    const one = problemOf({ targets: { vm1: 0.01 } })
    // Kept from the start: the others keep their ratio.
    const kept = await balancedWeights(one, model([0.001, 1, 1]).ask)
    expect(kept!.vm2).toBe(kept!.vm3)
    expect(kept!.vm2).toBe(65535)
    // No share keeps a target of half the time with everything: twelve rounds of 1 / 2 at most.
    const missed = await balancedWeights(one, model([0.02, 1, 1]).ask)
    expect(missed).toMatchObject({ 'Domain-0': 256, vm1: 65535 })
    expect(missed!.vm2! / 65535).toBeLessThan(2 ** -12)
    expect(missed!.vm3).toBe(missed!.vm2)
    // With a target that a share of 4 / 9 just keeps, the others divide the rest.
    const just = (await balancedWeights(one, model([0.01 * (2 / 3), 1, 1]).ask))!
    expect(just.vm1! / (just.vm1! + just.vm2! + just.vm3!)).toBeCloseTo(4 / 9, 2)
  })

  test('no weight falls below 1, and all are whole', async () => {
    const extreme = { vm1: 0.01, vm2: 1e9, vm3: 0.01 }
    const { ask, asked } = model([0.01, 0.01, 0.01])
    const weights = await balancedWeights(problemOf({ targets: extreme }), ask)
    expect(weights!.vm2).toBe(1)
    for (const each of asked) {
      for (const name of names) {
        expect(Number.isInteger(each[name])).toBe(true)
        expect(each[name]).toBeGreaterThanOrEqual(1)
      }
    }
  })

  test('does not change the weights in force', async () => {
    const currentWeights = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }
    const { ask } = model([0.02, 0.01, 0.01])
    await balancedWeights(problemOf({ currentWeights, targets }), ask)
    expect(currentWeights).toEqual({ 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 })
  })
})

describe('has no answer', () => {
  test('without targets, and asks for nothing', async () => {
    const { ask, asked } = model([1, 1, 1])
    expect(await balancedWeights(problemOf({}), ask)).toBeNull()
    expect(await balancedWeights(problemOf({ targets: {} }), ask)).toBeNull()
    expect(asked).toEqual([])
  })

  test('once the evaluations are used up', async () => {
    const { ask, asked } = model([0.02, 0.01, 0.01])
    const few = async (weights: Weights) => (asked.length < 5 ? ask(weights) : null)
    expect(await balancedWeights(problemOf({ targets }), few)).toBeNull()
    expect(asked).toHaveLength(5)
  })

  test('where no domain with a target has a finite time', async () => {
    const lost = async () => new Map([['vm1', null] as const, ['vm2', 0.01] as const])
    expect(await balancedWeights(problemOf({ targets: { vm1: 0.01 } }), lost)).toBeNull()
  })
})
