import { expect, it } from 'vitest'
import { SCALE_STEPS, TargetScale } from './target-scale.ts'

const scale = new TargetScale([
  { fromMs: 0, toMs: 1e-6, count: 1 },
  { fromMs: 4, toMs: 40, count: 10 },
  { fromMs: 40, toMs: 250, count: 2 },
])

it('spans the histogram and room on both sides, evenly in orders of magnitude', () => {
  expect(scale.msAt(0)).toBe(1)
  expect(scale.msAt(SCALE_STEPS)).toBe(1000)
  expect(scale.shareOf(10)).toBeCloseTo(1 / 3, 9)
  expect(scale.shareOf(0.001)).toBe(0)
  expect(scale.shareOf(1e6)).toBe(1)
})

it('finds the step of a time, and the time of a step in two digits', () => {
  for (const ms of [1.5, 32, 180]) {
    expect(Math.abs(scale.msAt(scale.stepOf(ms)) / ms - 1)).toBeLessThan(0.03)
  }
  expect(scale.msAt(101)).toBe(33)
})

it('exists without a measurement', () => {
  expect(new TargetScale([]).msAt(SCALE_STEPS)).toBe(4000)
})
