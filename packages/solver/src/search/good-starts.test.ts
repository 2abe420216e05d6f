import { expect, test } from 'vitest'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { goodStarts } from './good-starts.ts'

const load = {
  ...paperProblem.load,
  domains: [
    { name: 'vm1', arrivalRatePerSecond: 10, serviceTimeSeconds: 0.04 },
    { name: 'vm2', arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
  ],
}
const problem: WeightProblem = {
  ...paperProblem,
  load,
  currentWeights: { 'Domain-0': 333, vm1: 1, vm2: 2 },
}

/** vm1's weight per weight of vm2, for each start. */
const ratios = (changes: Partial<WeightProblem>) =>
  goodStarts({ ...problem, ...changes }).map(({ vm1, vm2 }) => vm1! / vm2!)

test("keep Domain-0's weight", () => {
  const starts = goodStarts(problem)
  expect(starts).toHaveLength(4)
  for (const start of starts) expect(Object.keys(start)).toEqual(['Domain-0', 'vm1', 'vm2'])
  expect(starts.map((start) => start['Domain-0'])).toEqual([333, 333, 333, 333])
})

test('go from the CPU use of each domain to its coefficient in the objective', () => {
  // rho is 0.4 and 0.2, and both times count alike: 2 (1 / 2)^e.
  const total = ratios({})
  expect(total[0]).toBeCloseTo(2, 12)
  expect(total[1]).toBeCloseTo(2 * 0.5 ** 0.3, 12)
  expect(total[2]).toBeCloseTo(2 * 0.5 ** 0.6, 12)
  expect(total[3]).toBeCloseTo(1, 12)
  // By the requests: coefficients of 10 and 20.
  expect(ratios({ objective: 'mean-over-requests' })[3]).toBeCloseTo(0.5, 12)
  const aloneSeconds = { vm1: 0.05, vm2: 0.01 }
  for (const objective of ['mean-slowdown', 'meet-targets'] as const) {
    expect(ratios({ objective, aloneSeconds })[3]).toBeCloseTo(0.2, 12)
  }
})

test('a factor counts as a greater coefficient', () => {
  expect(ratios({ factors: { vm1: 3 } })[0]).toBeCloseTo(2, 12)
  expect(ratios({ factors: { vm1: 3 } })[3]).toBeCloseTo(3, 12)
})

test('a domain without arrivals has next to nothing, but is there', () => {
  const domains = [load.domains[0]!, { ...load.domains[1]!, arrivalRatePerSecond: 0 }]
  for (const start of goodStarts({ ...problem, load: { ...load, domains } })) {
    expect(start.vm2!).toBeLessThan(1e-300)
    expect(Number.isFinite(start.vm2)).toBe(true)
    expect(start.vm1!).toBeGreaterThan(0.3)
  }
})
