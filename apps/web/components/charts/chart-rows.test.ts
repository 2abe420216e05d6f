import type { SeriesPoint } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { estimators } from '../../lib/testing/estimators.ts'
import {
  chartRows,
  doubted,
  seriesPresent,
  standsAlone,
  unanswered,
  valuesOf,
} from './chart-rows.ts'
import { seriesStyles } from './series-style.ts'

const { all } = seriesStyles(estimators)

function point(
  second: number,
  measuredMs: number | null,
  sandpiper: number | null,
  arrivalRatePerSecond = 10,
): SeriesPoint {
  return {
    at: new Date(second * 1000).toISOString(),
    measuredMs,
    measuredP95Ms: 3,
    arrivalRatePerSecond,
    utilisation: 0.3,
    estimatesMs: { 'delay-aware': 50, sandpiper },
    notValid: sandpiper === null ? ['sandpiper', 'delay-aware'] : [],
    saturated: sandpiper === null ? ['sandpiper'] : [],
    breakdown: null,
  }
}

const rows = chartRows([
  point(0, 7, 20),
  point(10, null, null, 0),
  point(20, 8, 30),
  point(30, 9, null),
])

describe('rows of a chart', () => {
  it('keeps the time and the value of every series', () => {
    expect(rows[2]).toEqual({
      at: 20_000,
      arrivalRatePerSecond: 10,
      valuesMs: { measured: 8, 'measured-p95': 3, 'delay-aware': 50, sandpiper: 30 },
      notValid: [],
      saturated: [],
    })
    expect(seriesPresent(rows, all)).toEqual(['measured', 'delay-aware', 'sandpiper'])
  })

  it('finds isolated points, which no line reaches', () => {
    expect(rows.map((_, index) => standsAlone(rows, index, 'sandpiper'))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(standsAlone(rows, 2, 'measured')).toBe(false)
  })

  it('counts windows with requests and without an answer', () => {
    expect(unanswered(rows, 'sandpiper')).toBe(1)
    expect(unanswered(rows, 'delay-aware')).toBe(0)
  })

  it('counts windows with an answer that is not valid', () => {
    expect(doubted(rows, 'delay-aware')).toBe(2)
    expect(doubted(rows, 'sandpiper')).toBe(0)
  })

  it('collects the values of the shown series only', () => {
    expect(valuesOf(rows, ['measured'])).toEqual([7, 8, 9])
  })
})
