import { expect, test } from 'vitest'
import { exponential, mulberry32, normal, parkMiller, uniform } from './seeded-draws.ts'

// Park and Miller give the 10,000th state from 1 as a check; the second one is in the C++ standard,
// [rand.predef], as that of minstd_rand.
test.each([
  [16807, 1043618065],
  [48271, 399268537],
] as const)('Park and Miller with %i', (multiplier, state) => {
  const draw = parkMiller(1, multiplier)
  for (let drawn = 1; drawn < 10_000; drawn++) draw()
  expect(Math.round(draw() * 2147483647)).toBe(state)
})

// The sequence is what matters: figures of benchmarks rest on it.
test('mulberry32 goes on as it always did', () => {
  const draw = mulberry32(1)
  expect([draw(), draw()].map((value) => value * 2 ** 32)).toEqual([2693262067, 11749833])
})

test('neighbouring seeds begin far from each other', () => {
  const begun = [1, 2, 3, 4].map((seed) => uniform(seed)())
  for (const [index, value] of begun.slice(1).entries())
    expect(Math.abs(value - begun[index]!)).toBeGreaterThan(0.01)
})

test.each([
  ['exponential', exponential, { mean: 1, variance: 1, aboveOne: Math.exp(-1) }],
  ['normal', normal, { mean: 0, variance: 1, aboveOne: 0.158655 }],
])('%s numbers have the moments and the tail of their law', (_, next, law) => {
  const draw = uniform(7)
  const n = 200_000
  const drawn = Array.from({ length: n }, () => next(draw))
  const mean = drawn.reduce((sum, value) => sum + value, 0) / n
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n
  expect(mean).toBeCloseTo(law.mean, 2)
  expect(variance).toBeCloseTo(law.variance, 1)
  expect(drawn.filter((value) => value > 1).length / n).toBeCloseTo(law.aboveOne, 2)
})
