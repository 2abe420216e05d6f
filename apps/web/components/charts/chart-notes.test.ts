import { describe, expect, it } from 'vitest'
import { estimators } from '../../lib/testing/estimators.ts'
import { chartNotes } from './chart-notes.ts'
import type { ChartRow } from './chart-rows.ts'
import { seriesStyles } from './series-style.ts'

const { styleOf } = seriesStyles(estimators)

function row(at: number, measured: number, sandpiper: number | null): ChartRow {
  return {
    at,
    valuesMs: { measured, sandpiper, 'delay-aware': 50, 'measured-wait': 12 },
    arrivalRatePerSecond: 45,
    notValid: sandpiper === null ? ['sandpiper'] : sandpiper > 1000 ? ['delay-aware'] : [],
    saturated: [],
  }
}

describe('notes under a chart', () => {
  const rows = [row(0, 66, 90), row(1, 70, 1700), row(2, 80, null)]

  it('report values above the chart and windows without an answer', () => {
    expect(chartNotes(rows, ['measured', 'sandpiper'], 100, styleOf)).toEqual([
      '▲ SandPiper: 1 value above the chart, up to 1,700 ms.',
      'SandPiper has no finite answer in 1 of 3 windows.',
    ])
  })

  it('report windows in which an estimate is not valid', () => {
    expect(chartNotes(rows, ['delay-aware'], 100, styleOf)).toEqual([
      'Delay-aware, as published is not valid in 1 of 3 windows.',
    ])
  })

  it('are empty when everything is in the chart or hidden', () => {
    expect(chartNotes(rows, ['measured', 'measured-wait'], 100, styleOf)).toEqual([])
  })
})
