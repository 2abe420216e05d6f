import { describe, expect, it } from 'vitest'
import { chartNotes } from './chart-notes.ts'
import type { ChartRow } from './chart-rows.ts'

function row(at: number, measured: number, sandpiper: number | null): ChartRow {
  return {
    at,
    measured,
    sandpiper,
    'delay-aware': 50,
    'measured-wait': 12,
    'delay-aware-calibrated': null,
    sdps: null,
    twin: null,
    arrivalRatePerSecond: 45,
    notValid: sandpiper === null ? ['sandpiper'] : sandpiper > 1000 ? ['delay-aware'] : [],
  }
}

describe('notes under a chart', () => {
  const rows = [row(0, 66, 90), row(1, 70, 1700), row(2, 80, null)]

  it('tells what lies above the picture and where an estimator is silent', () => {
    expect(chartNotes(rows, ['measured', 'sandpiper'], 100)).toEqual([
      '▲ SandPiper: 1 value above the picture, up to 1,700 ms.',
      'SandPiper has no finite answer in 1 window of 3: gaps.',
    ])
  })

  it('tells where an estimate is not valid', () => {
    expect(chartNotes(rows, ['delay-aware'], 100)).toEqual([
      'Delay-aware is not valid in 1 window of 3.',
    ])
  })

  it('has nothing to say when everything is in the picture or hidden', () => {
    expect(chartNotes(rows, ['measured', 'measured-wait'], 100)).toEqual([])
  })
})
