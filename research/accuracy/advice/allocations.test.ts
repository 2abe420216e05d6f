import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allAllocations, type Steps, stepsOf, weightsOf } from './allocations.ts'

const three = ['vm1', 'vm2', 'vm3']

test('three domains divide 20 steps in C(19, 2) = 171 ways', () => {
  const { steps, allocations } = allAllocations(three, [])
  expect(steps).toBe(20)
  expect(allocations).toHaveLength(171)
  expect(new Set(allocations.map((each) => JSON.stringify(each))).size).toBe(171)
})

test('of alike domains one order stands for all', () => {
  const distinct = (group: string[]) => (steps: Steps) =>
    JSON.stringify([
      group.map((name) => steps[name]!).sort((a, b) => a - b),
      Object.entries(steps).filter(([name]) => !group.includes(name)),
    ])
  for (const group of [['vm1', 'vm2'], ['vm1', 'vm3'], three]) {
    const all = allAllocations(three, []).allocations.map(distinct(group))
    const fewer = allAllocations(three, [group]).allocations.map(distinct(group))
    expect(fewer).toHaveLength(new Set(all).size)
    expect(new Set(fewer)).toEqual(new Set(all))
  }
})

test('where there would be too many, steps are coarser', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f']
  const { steps, allocations } = allAllocations(six, [])
  // Grouping leaves C(9, 5) instead of C(19, 5) = 11628 allocations.
  expect([steps, allocations.length]).toEqual([10, 126])
  // For six interchangeable domains these are the ways to write 20 as a sum of six.
  const alike = allAllocations(six, [six])
  expect([alike.steps, alike.allocations.length]).toEqual([20, 90])
})

test('weights nearly keep their sum, keep that of Domain-0, and give the same steps again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...allAllocations(three, []).allocations), (steps) => {
      const weights = weightsOf(steps, { 'Domain-0': 512, vm1: 256, vm2: 256, vm3: 256 })
      expect(weights['Domain-0']).toBe(512)
      // Equal shares get equal integers, so the sum may change by rounding.
      expect(Math.abs(weights.vm1! + weights.vm2! + weights.vm3! - 768)).toBeLessThanOrEqual(2)
      for (const [name, own] of Object.entries(stepsOf(weights, three))) {
        expect(Math.round(own)).toBe(steps[name])
      }
    }),
  )
})
