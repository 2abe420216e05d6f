import { expect, it } from 'vitest'
import { dateOf, epochSecondsOf, isoOf } from './epoch.ts'

const ISO = '2026-11-20T09:00:00.250Z'

it('takes a moment as the database or JSON has it, and gives it back as either', () => {
  const seconds = Date.UTC(2026, 10, 20, 9) / 1000 + 0.25
  expect(epochSecondsOf(ISO)).toBe(seconds)
  expect(epochSecondsOf(new Date(ISO))).toBe(seconds)
  expect(dateOf(seconds)).toEqual(new Date(ISO))
  expect(isoOf(seconds)).toBe(ISO)
})
