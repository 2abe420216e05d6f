import { expect, it } from 'vitest'
import { boundedSeconds } from './bounded-seconds.ts'

it('plays as long as wanted, unless so many runs would take too long together', () => {
  expect(boundedSeconds(300, 50)).toBe(300)
  expect(boundedSeconds(900, 400)).toBe(300)
})

it('never plays so short that chance alone would show', () => {
  expect(boundedSeconds(900, 1_000_000)).toBe(30)
  expect(boundedSeconds(10, 1)).toBe(10)
})
