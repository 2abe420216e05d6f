import type { ForecastDomain } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { movedPeak, outlookOf, peakCurve, reachOf } from './peak-outlook.ts'

function answer(change: Partial<ForecastDomain> = {}): ForecastDomain {
  return {
    domain: 'vm1',
    responseTimeMs: 15,
    nowMs: 20,
    measuredMs: 40,
    anchoredMs: 30,
    anchoredNowMs: 40,
    peakMs: 100,
    anchoredPeakMs: 75,
    anchoredPeakNowMs: 100,
    breakdown: null,
    bracket: null,
    targetMs: 80,
    meetsTarget: true,
    valid: true,
    reasons: [],
    ...change,
  }
}

describe('the outlook of a domain', () => {
  it('is its peak, which the verdict compares with the target', () => {
    expect(outlookOf(answer())).toEqual({ of: 'peak', nowMs: 100, thenMs: 75 })
  })

  it('has no figure where the queue grows without bound', () => {
    const full = answer({ responseTimeMs: null, anchoredMs: null, anchoredPeakMs: null })
    expect(outlookOf(full)).toEqual({ of: 'peak', nowMs: 100, thenMs: null })
  })

  it('is the mean where no peak was measured, or where the model cannot reproduce the present', () => {
    const unmeasured = answer({ peakMs: null, anchoredPeakMs: null, anchoredPeakNowMs: null })
    expect(outlookOf(unmeasured)).toEqual({ of: 'mean', nowMs: 40, thenMs: 30 })
    const unanchored = answer({
      nowMs: null,
      anchoredMs: null,
      anchoredNowMs: null,
      anchoredPeakMs: null,
      anchoredPeakNowMs: null,
    })
    expect(outlookOf(unanchored)).toEqual({ of: 'mean', nowMs: null, thenMs: 15 })
  })

  it('gives the reach of weights in the same measure', () => {
    const bracket = { bestMs: 10, worstMs: 40 }
    const outlook = outlookOf(answer())
    expect(reachOf(answer({ bracket }), outlook)).toEqual({ bestMs: 50, worstMs: 200 })
    expect(reachOf(answer(), outlook)).toBeNull()
    expect(reachOf(answer({ bracket, nowMs: null }), outlook)).toBeNull()
  })
})

it('scales a peak by a ratio, where there is one', () => {
  expect(movedPeak(100, 30, 40)).toBe(75)
  expect(movedPeak(100, 30, null)).toBeNull()
  expect(movedPeak(100, null, 40)).toBeNull()
})

it('draws headroom by peaks, or by means where no peak was measured', () => {
  const points = [{ loadFactor: 1, responseTimeMs: 40 }]
  expect(peakCurve({ points }, answer())).toEqual([{ loadFactor: 1, responseTimeMs: 100 }])
  expect(peakCurve({ points }, answer({ anchoredPeakNowMs: null }))).toBe(points)
})
