import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gainOf, isBetter, objectiveValue } from './objective-value.ts'
import { paperProblem } from './problems.fixture.ts'

const { load } = paperProblem
const times = new Map([
  ['vm1', 0.01],
  ['vm2', 0.02],
  ['vm3', 0.03],
])
const aloneSeconds = { vm1: 0.005, vm2: 0.005, vm3: 0.002 }
const factors = { vm3: 0.5 }

test('computes each objective by its formula, including the factors', () => {
  const value = (objective: Parameters<typeof objectiveValue>[0]) =>
    objectiveValue(
      objective,
      { load, aloneSeconds, factors, targets: { vm1: 0.02, vm3: 0.01 } },
      times,
    )
  expect(value('total-delay').value).toBeCloseTo(0.01 + 0.02 + 0.015, 12)
  expect(value('mean-over-requests').value).toBeCloseTo(
    (45 * 0.01 + 45 * 0.02 + 170 * 0.015) / 260,
    12,
  )
  const slowdown = (2 + 4 + 7.5) / 3
  expect(value('mean-slowdown').value).toBeCloseTo(slowdown, 12)
  // vm1 takes half of its target, vm3 one and a half times its own.
  expect(value('meet-targets').value).toBeCloseTo(1.5, 12)
  expect(value('meet-targets').excess).toBeCloseTo(0.5, 12)
  expect(value('meet-targets').cost).toBeCloseTo(1.5, 12)
})

test('ignores a domain without requests and is infinite for one without a finite time', () => {
  const domains = load.domains.map((domain) =>
    domain.name === 'vm3' ? { ...domain, arrivalRatePerSecond: 0 } : domain,
  )
  const problem = { load: { ...load, domains }, aloneSeconds, targets: { vm3: 0.001 } }
  expect(objectiveValue('mean-slowdown', problem, times).value).toBeCloseTo(3, 12)
  expect(objectiveValue('meet-targets', problem, times)).toMatchObject({ value: 0, excess: 0 })
  for (const objective of ['mean-slowdown', 'mean-over-requests', 'total-delay'] as const) {
    const lost = new Map([...times, ['vm1', null] as const])
    expect(objectiveValue(objective, problem, lost).value).toBe(Number.POSITIVE_INFINITY)
  }
})

test('takes the excess over soft targets by itself', () => {
  const { value, excess, softExcess } = objectiveValue(
    'meet-targets',
    { load, aloneSeconds, factors, targets: { vm1: 0.02 }, softTargets: { vm2: 0.01, vm3: 0.01 } },
    times,
  )
  expect({ value, excess }).toEqual({ value: 0.5, excess: 0 })
  expect(softExcess).toBeCloseTo(1, 12)
})

const excess = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 3, noNaN: true }))
const value = fc.record({
  excess,
  softExcess: excess,
  cost: fc.double({ min: 0.1, max: 10, noNaN: true }),
})

test('ranks a kept target above any cost and is antisymmetric', () => {
  fc.assert(
    fc.property(value, value, fc.double({ min: 0, max: 0.2, noNaN: true }), (a, b, leastGain) => {
      expect(isBetter(a, b, leastGain) && isBetter(b, a, leastGain)).toBe(false)
      if (a.excess === 0 && b.excess > 0) expect(isBetter(a, b, leastGain)).toBe(true)
      if (a.excess < b.excess) expect(isBetter(b, a)).toBe(false)
      if (a.excess === b.excess && a.softExcess === 0 && b.softExcess > 0)
        expect(isBetter(a, b, leastGain)).toBe(true)
      expect(isBetter(a, b)).toBe(gainOf(b, a) > 0)
    }),
  )
})

test('returns the gain as a fraction of the value before', () => {
  const kept = { excess: 0, softExcess: 0, cost: 4 }
  expect(gainOf(kept, { ...kept, cost: 3 })).toBeCloseTo(0.25, 12)
  expect(gainOf({ ...kept, excess: 1 }, { ...kept, softExcess: 2, cost: 9 })).toBeCloseTo(0.5, 12)
  expect(gainOf({ ...kept, softExcess: 3 }, { ...kept, softExcess: 1 })).toBeCloseTo(0.5, 12)
})
