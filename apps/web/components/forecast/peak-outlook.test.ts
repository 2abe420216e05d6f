import type { ForecastDomain, Headroom } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { outlookOf, peakHeadroom, peaksOf, reachOf, scaled } from './peak-outlook.ts'

function answer(change: Partial<ForecastDomain> = {}): ForecastDomain {
  return {
    domain: 'vm1',
    responseTimeMs: 15,
    nowMs: 20,
    measuredMs: 40,
    anchoredMs: 30,
    peakMs: 100,
    anchoredPeakMs: 75,
    breakdown: null,
    bracket: null,
    targetMs: 80,
    meetsTarget: true,
    valid: true,
    reasons: [],
    ...change,
  }
}

const peaks = new Map([['vm1', 100]])

describe('the outlook of a domain', () => {
  it('moves the measured peak as the model moves, and holds it against the target', () => {
    expect(outlookOf(answer(), peaks)).toEqual({
      of: 'peak',
      nowMs: 100,
      thenMs: 75,
      meetsTarget: true,
    })
    // The mean of 38 ms would be within, the peak is not.
    expect(outlookOf(answer({ responseTimeMs: 19, anchoredMs: 38 }), peaks)).toMatchObject({
      thenMs: 95,
      meetsTarget: false,
    })
  })

  it('has no peak where the queue has no end', () => {
    const full = answer({ responseTimeMs: null, anchoredMs: null })
    expect(outlookOf(full, peaks)).toMatchObject({ thenMs: null, meetsTarget: null })
  })

  it('falls back to means where no peak was measured or the model cannot tell how things are', () => {
    expect(outlookOf(answer(), new Map())).toMatchObject({ of: 'mean', nowMs: 40, thenMs: 30 })
    const unanchored = answer({ nowMs: null, anchoredMs: null })
    expect(outlookOf(unanchored, peaks)).toMatchObject({ of: 'mean', nowMs: 40, thenMs: 15 })
  })

  it('tells in the same measure how far weights alone reach', () => {
    const bracket = { bestMs: 10, worstMs: 40 }
    const outlook = outlookOf(answer(), peaks)
    expect(reachOf(answer({ bracket }), outlook)).toEqual({ bestMs: 50, worstMs: 200 })
    expect(reachOf(answer(), outlook)).toBeNull()
    expect(reachOf(answer({ bracket, nowMs: null }), outlook)).toBeNull()
  })

  it('takes peaks from the analysis, and none that is not known', () => {
    const domains = [
      { domain: 'vm1', peakResponseTimeMs: 100 },
      { domain: 'vm2', peakResponseTimeMs: null },
    ] as Parameters<typeof peaksOf>[0]['domains']
    expect([...peaksOf({ domains })]).toEqual([['vm1', 100]])
    expect(scaled(100, 30, 40)).toBe(75)
    expect(scaled(100, 30, null)).toBeNull()
  })
})

describe('headroom of peaks', () => {
  const curve: Headroom = {
    domain: 'vm1',
    breaksAtFactor: 2,
    limit: 'target',
    points: [
      { loadFactor: 0.5, responseTimeMs: 20 },
      { loadFactor: 1, responseTimeMs: 30 },
      { loadFactor: 2, responseTimeMs: 80 },
    ],
  }

  it('breaks where the peak crosses the target, sooner than the mean', () => {
    const of = peakHeadroom(curve, { measuredMs: 30, targetMs: 150 }, new Map([['vm1', 60]]))
    expect(of.points.map(({ responseTimeMs }) => responseTimeMs)).toEqual([40, 60, 160])
    expect(of).toMatchObject({ breaksAtFactor: 1.9, limit: 'target' })
  })

  it('is broken from the first point on, or not at all', () => {
    const at = (targetMs: number) =>
      peakHeadroom(curve, { measuredMs: 30, targetMs }, new Map([['vm1', 60]]))
    expect(at(30).breaksAtFactor).toBe(0.5)
    expect(at(500)).toMatchObject({ breaksAtFactor: null, limit: null })
  })

  it('keeps where the queue has no end', () => {
    const full: Headroom = { ...curve, breaksAtFactor: 2.1, limit: 'saturation' }
    const of = peakHeadroom(full, { measuredMs: 30, targetMs: 500 }, new Map([['vm1', 60]]))
    expect(of).toMatchObject({ breaksAtFactor: 2.1, limit: 'saturation' })
  })

  it('stays as it is without a measured peak', () => {
    expect(peakHeadroom(curve, { measuredMs: null, targetMs: 80 }, peaks)).toBe(curve)
    expect(peakHeadroom(curve, { measuredMs: 30, targetMs: 80 }, new Map())).toBe(curve)
  })
})
