import { expect, test } from 'vitest'
import { DEFAULT_TRIGGER_RULE, triggerRule } from './trigger-rule.ts'

test('the defaults are a rule, and what is left out is theirs', () => {
  expect(triggerRule()).toEqual(DEFAULT_TRIGGER_RULE)
  expect(triggerRule({ windowSeconds: 10 })).toEqual({ ...DEFAULT_TRIGGER_RULE, windowSeconds: 10 })
})

test.each([
  [{ missedWindows: 1, ofWindows: 1, forecastWindows: 1 }],
  [{ missedWindows: 5 }],
  [{ ofWindows: 15 }],
  [{ closingMargin: 0 }],
])('accepts %o', (wanted) => {
  expect(triggerRule(wanted)).toMatchObject(wanted)
})

test.each([
  [{ windowSeconds: 0 }, 'windowSeconds'],
  [{ windowSeconds: Number.POSITIVE_INFINITY }, 'windowSeconds'],
  [{ windowSeconds: Number.NaN }, 'windowSeconds'],
  [{ missedWindows: 0 }, 'missedWindows'],
  [{ missedWindows: 2.5 }, 'missedWindows'],
  [{ missedWindows: 6 }, 'ofWindows'],
  [{ ofWindows: 16 }, 'forecastWindows'],
  [{ closingMargin: 1 }, 'closingMargin'],
  [{ closingMargin: -0.1 }, 'closingMargin'],
])('refuses %o', (wanted, name) => {
  expect(() => triggerRule(wanted)).toThrow(new RegExp(`^${name} must be`))
})
