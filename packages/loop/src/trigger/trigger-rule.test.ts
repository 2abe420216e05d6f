import { expect, test } from 'vitest'
import { DEFAULT_TRIGGER_RULE, triggerRule } from './trigger-rule.ts'

test('the defaults are a rule, and what is left out is theirs', () => {
  expect(triggerRule()).toEqual(DEFAULT_TRIGGER_RULE)
  expect(triggerRule({ windowSeconds: 10 })).toEqual({ ...DEFAULT_TRIGGER_RULE, windowSeconds: 10 })
})

test.each([
  [{ missedWindows: 1, ofWindows: 1, forecastWindows: 1 }],
  [{ missedWindows: 3 }],
  [{ ofWindows: 15 }],
  [{ closingMargin: 0 }],
])('accepts %o', (wanted) => {
  expect(triggerRule(wanted)).toMatchObject(wanted)
})

test.each([
  [{ windowSeconds: 0 }, 'windowSeconds must be above 0.'],
  [{ windowSeconds: Number.POSITIVE_INFINITY }, 'windowSeconds must be above 0.'],
  [{ windowSeconds: Number.NaN }, 'windowSeconds must be above 0.'],
  [{ missedWindows: 0 }, 'missedWindows must be a whole number of at least 1.'],
  [{ missedWindows: 2.5 }, 'missedWindows must be a whole number of at least 1.'],
  [{ missedWindows: 4 }, 'ofWindows must be a whole number of at least 4.'],
  [{ ofWindows: 16 }, 'forecastWindows must be a whole number of at least 16.'],
  [{ closingMargin: 1 }, 'closingMargin must be from 0 to below 1.'],
  [{ closingMargin: -0.1 }, 'closingMargin must be from 0 to below 1.'],
])('refuses %o', (wanted, message) => {
  expect(() => triggerRule(wanted)).toThrow(new RangeError(message))
})
