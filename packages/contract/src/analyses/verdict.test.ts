import { expect, it } from 'vitest'
import { isMeeting, isMissing, measuredVerdict, predictedVerdict, urgencyOf } from './verdicts.ts'

const prediction = { ms: 540, lowMs: 370, highMs: 790 }

it.each([
  [800, 'meets'],
  [700, 'probably-meets'],
  [790, 'meets'],
  [500, 'probably-misses'],
  [370, 'probably-misses'],
  [369, 'misses'],
] as const)('a prediction of 540 (370 to 790) ms against %i ms: %s', (targetMs, verdict) => {
  expect(predictedVerdict(prediction, targetMs, 'enough')).toBe(verdict)
})

it('is never sure on thin evidence, and says nothing without enough of it', () => {
  expect(predictedVerdict(prediction, 800, 'thin')).toBe('probably-meets')
  expect(predictedVerdict(prediction, 300, 'thin')).toBe('probably-misses')
  expect(predictedVerdict(prediction, 300, 'not-enough')).toBe('not-enough-evidence')
  expect(measuredVerdict(true, 'enough')).toBe('meets')
  expect(measuredVerdict(false, 'enough')).toBe('misses')
  expect(measuredVerdict(true, 'thin')).toBe('probably-meets')
  expect(measuredVerdict(false, 'thin')).toBe('probably-misses')
  expect(measuredVerdict(true, 'not-enough')).toBe('not-enough-evidence')
})

it('has no verdict where a time or its target is missing', () => {
  expect(predictedVerdict(null, 100, 'enough')).toBeNull()
  expect(predictedVerdict(prediction, null, 'enough')).toBeNull()
  expect(measuredVerdict(null, 'enough')).toBeNull()
})

it('orders by urgency, and what has no verdict comes last', () => {
  const mixed = ['meets', null, 'no-targets', 'misses', 'saturated'] as const
  expect(mixed.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))).toEqual([
    'saturated',
    'misses',
    'no-targets',
    'meets',
    null,
  ])
  expect(
    (['saturated', 'probably-misses', 'not-enough-evidence', null] as const).map(isMissing),
  ).toEqual([true, true, false, false])
  expect((['meets', 'probably-meets', 'no-targets', null] as const).map(isMeeting)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
