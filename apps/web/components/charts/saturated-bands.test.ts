import { expect, it } from 'vitest'
import type { ChartRow } from './chart-rows.ts'
import { saturatedBands } from './saturated-bands.ts'

const row = (at: number, sandpiper: number | null, rate = 5): ChartRow => ({
  at,
  arrivalRatePerSecond: rate,
  valuesMs: { sandpiper },
  notValid: [],
})

it('are spans of windows with requests and without an answer', () => {
  const rows = [row(0, 1), row(10, null), row(20, null), row(30, 2), row(40, null), row(50, 3)]
  expect(saturatedBands(rows, 'sandpiper', 10)).toEqual([
    { from: 10, to: 30 },
    { from: 40, to: 50 },
  ])
})

it('leave out windows in which nothing arrived', () => {
  expect(saturatedBands([row(0, null, 0), row(10, 1)], 'sandpiper', 10)).toEqual([])
})
