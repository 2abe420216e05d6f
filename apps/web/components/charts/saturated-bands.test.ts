import { expect, it } from 'vitest'
import type { ChartRow } from './chart-rows.ts'
import { saturatedBands } from './saturated-bands.ts'

const row = (at: number, sandpiper: number | null, ...saturated: string[]): ChartRow => ({
  at,
  arrivalRatePerSecond: 5,
  valuesMs: { sandpiper },
  notValid: [],
  saturated,
})
const full = (at: number) => row(at, null, 'sandpiper')

it('are spans of windows in which the model is saturated', () => {
  const rows = [row(0, 1), full(10), full(20), row(30, 2), full(40), row(50, 3)]
  expect(saturatedBands(rows, 'sandpiper', 10)).toEqual([
    { from: 10, to: 30 },
    { from: 40, to: 50 },
  ])
})

it('leave out windows without an answer for another reason, and those of other models', () => {
  expect(saturatedBands([row(0, null), row(10, 1, 'kingman')], 'sandpiper', 10)).toEqual([])
})
