import { expect, it } from 'vitest'
import { differenceMs, enteredMs } from './present-figures.ts'

it('keeps negative values in a difference, and has none without an interval', () => {
  expect(differenceMs({ mean: -0.002, halfWidth: 0.001 })).toEqual({
    ms: -2,
    lowMs: -3,
    highMs: -1,
  })
  expect(differenceMs({ mean: 1, halfWidth: null })).toBeNull()
})

it('returns what was entered', () => {
  for (const ms of [300.7, 1.1, 15, 0.1, 4999.99]) expect(enteredMs(ms / 1000)).toBe(ms)
  expect(enteredMs(null)).toBeNull()
})
