import { describe, expect, it, test } from 'vitest'
import { answer, shown } from './product.fixture.ts'
import { fitSpreads } from './product-spreads.ts'
import { writeSpreads } from './write-spreads.ts'

/** Six values of three recordings, as far off to either side. */
const off = <T extends { recording: string }>(log: number, of: (measured: number) => T) =>
  [1, -1, 1, -1, 1, -1].map((sign, i) => ({
    ...of(0.01 * Math.exp(sign * log)),
    recording: `recording ${i % 3}`,
  }))

describe('the fitted spread', () => {
  it('of a diagnosis is that of the model’s error about the recording itself', () => {
    const errors = off(0.3, (measured) => answer('a', measured, { based: { anchors: { vm1: 9 } } }))
    const { twin, sdps } = fitSpreads({ errors, cases: [] })
    expect(twin.mean.diagnosis).toEqual([
      { logSpread: expect.closeTo(0.3, 9), values: 3 },
      null,
      null,
    ])
    expect(twin.tail.diagnosis).toEqual([null, null, null])
    expect(sdps.mean.diagnosis).toEqual([null, null, null])
    expect(fitSpreads({ errors: errors.slice(1), cases: [] }).twin.mean.diagnosis[0]).toBeNull()
    const ofTwo = errors.map((each) => ({ ...each, recording: each.recording.replace('2', '1') }))
    expect(fitSpreads({ errors: ofTwo, cases: [] }).twin.mean.diagnosis[0]).toBeNull()
  })

  it('of a forecast is that of the anchored answer about another recording', () => {
    const cases = off(0.4, (measured) =>
      shown('a', 'b', 2 * measured, { question: 'forecast', based: { anchors: { vm1: 2 } } }),
    )
    const { twin } = fitSpreads({ errors: [], cases })
    expect(twin.mean.forecast[0]!.logSpread).toBeCloseTo(0.4, 9)
    expect(twin.mean.diagnosis[0]).toBeNull()
    const again = cases.map((each) => ({ ...each, question: 'diagnosis' as const }))
    expect(fitSpreads({ errors: [], cases: again }).twin.mean.forecast[0]).toBeNull()
  })

  it('tells percentiles from means, estimators and bands of load', () => {
    const of =
      (statistic: 'mean' | 'p95', by: 'twin' | 'sdps', band: number) => (measured: number) =>
        answer('a', measured, { statistic, band, based: { by } })
    const errors = [
      ...off(0.1, of('mean', 'twin', 0)),
      ...off(0.2, of('p95', 'twin', 1)),
      ...off(0.3, of('mean', 'sdps', 2)),
    ]
    const { twin, sdps } = fitSpreads({ errors, cases: [] })
    expect(twin.mean.diagnosis.map((each) => each?.logSpread.toFixed(2))).toEqual([
      '0.10',
      undefined,
      undefined,
    ])
    expect(twin.tail.diagnosis[1]!.logSpread).toBeCloseTo(0.2, 9)
    expect(sdps.mean.diagnosis[2]!.logSpread).toBeCloseTo(0.3, 9)
  })

  it('leaves out the chance that the interval states by itself', () => {
    const played = { seconds: 0.01, logSpread: 0.2, runs: 4 }
    const based = { chance: { vm1: 0.3 } }
    // 0.2² (1 + 1/4) of the runs; another recording has other arrivals besides.
    const here = off(0.5, (measured) => answer('a', measured, { time: played, based }))
    const there = off(0.5, (measured) =>
      shown('a', 'b', measured, { time: played, based, question: 'forecast' }),
    )
    const { twin } = fitSpreads({ errors: here, cases: there })
    expect(twin.mean.diagnosis[0]!.logSpread).toBeCloseTo(Math.sqrt(0.25 - 0.05), 9)
    expect(twin.mean.forecast[0]!.logSpread).toBeCloseTo(Math.sqrt(0.25 - 0.05 - 0.09), 9)
    // A formula does not replay the arrivals.
    const formula = off(0.5, (measured) =>
      answer('a', measured, {
        time: { seconds: 0.01, logSpread: 0, runs: 1 },
        based: { by: 'sdps', ...based },
      }),
    )
    const { sdps } = fitSpreads({ errors: formula, cases: [] })
    expect(sdps.mean.diagnosis[0]!.logSpread).toBeCloseTo(0.4, 9)
    const calm = off(0.1, (measured) => answer('a', measured, { time: played }))
    expect(fitSpreads({ errors: calm, cases: [] }).twin.mean.diagnosis[0]!.logSpread).toBe(0)
  })
})

test('the written file contains the fitted spreads, and null where there are none', () => {
  const spreads = fitSpreads({ errors: [], cases: [] })
  spreads.twin.mean.diagnosis = [null, { logSpread: 0.12345, values: 9 }, null]
  const text = writeSpreads(spreads, 3)
  expect(text).toContain('Found on 3 recordings')
  expect(text).toContain('{ logSpread: 0.123, values: 9 }')
  expect(text.match(/null/g)).toHaveLength(23)
})
