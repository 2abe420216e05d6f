import { expect, it } from 'vitest'
import type { ChartRow } from './chart-rows.ts'
import { steelyardLine } from './use-comparison.ts'

const row = (valuesMs: ChartRow['valuesMs']): ChartRow => ({
  at: 0,
  arrivalRatePerSecond: 1,
  valuesMs,
  notValid: [],
  saturated: [],
})
const predictor = { estimator: 'twin', quick: 'sdps' }

it('is the predictor, or its formula where the predictor has no windows', () => {
  expect(steelyardLine([row({ twin: null, sdps: 2 }), row({ twin: 1 })], predictor)).toBe('twin')
  expect(steelyardLine([row({ twin: null, sdps: 2 })], predictor)).toBe('sdps')
})
