import { describe, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleHost } from '../prediction/analysed-host.fixture.ts'
import { type PredictorBasis, predictionOf } from '../prediction/predictor-basis.ts'
import { asAnalysed, askHost, type WhatIf } from './asked-host.ts'
import { askedTimes, formulaTimesFor } from './asked-times.ts'

const known = exampleLoad()
const twinNow = {
  vm1: { seconds: 0.08, logSpread: 0.1, runs: 5 },
  vm2: { seconds: 0.04, logSpread: 0.2, runs: 5 },
}

function ask(question: WhatIf, basis: Partial<PredictorBasis> = {}) {
  const host = exampleHost({ known, basis })
  return askedTimes(host, askHost(known, question))
}

describe('the times for a question', () => {
  it('are those of the analysis when it asks for the host as it was analysed', () => {
    const { state, times } = ask({}, { by: 'twin', now: twinNow })
    expect(state).toBe('final')
    expect(Object.fromEntries(times)).toEqual(twinNow)
    const spelledOut = ask(
      { loadFactor: 1, domains: [{ name: 'vm2', weight: 256 }] },
      { by: 'twin', now: twinNow },
    )
    expect(Object.fromEntries(spelledOut.times)).toEqual(twinNow)
  })

  it('are those of the analysis for the weights that it advises', () => {
    const advised = {
      weights: { 'Domain-0': 256, vm1: 512, vm2: 128 },
      times: { vm1: { seconds: 0.03, logSpread: 0.1, runs: 5 }, vm2: null },
    }
    const basis = { by: 'twin' as const, now: twinNow, advised }
    const domains = [
      { name: 'vm1', weight: 512 },
      { name: 'vm2', weight: 128 },
    ]
    const { state, times } = ask({ domains }, basis)
    expect(state).toBe('final')
    expect(Object.fromEntries(times)).toEqual(advised.times)
    // The same weights under another load were not played.
    expect(ask({ domains, loadFactor: 1.1 }, basis).state).toBe('provisional')
    expect(ask({ domains: domains.slice(0, 1) }, basis).state).toBe('provisional')
  })

  it('are a formula’s own at once, as the analysis would compute them', () => {
    const { state, times } = ask({ loadFactor: 0.5 })
    expect(state).toBe('final')
    // Two equal domains share the pCPU as one queue: R = x / (1 - rho).
    expect(times.get('vm1')).toEqual({
      seconds: expect.closeTo(0.01 / 0.6, 9),
      logSpread: 0,
      runs: 1,
    })
  })

  it('are provisional where the formula does not see what is asked', () => {
    expect(ask({ tsliceSeconds: 0.005 }).state).toBe('provisional')
    expect(ask({ domain0Weight: 512 }).state).toBe('provisional')
    expect(ask({ domains: [{ name: 'vm1', weight: 300 }] }).state).toBe('final')
  })

  it('are provisional where the predictor simulates: its own now, changed as the formula says', () => {
    const { state, times } = ask({ loadFactor: 0.5 }, { by: 'twin', now: twinNow })
    expect(state).toBe('provisional')
    const change = 0.01 / 0.6 / 0.05
    expect(times.get('vm1')).toEqual({
      ...twinNow.vm1,
      seconds: expect.closeTo(0.08 * change, 9),
      // The formula says 50 ms of the host as it is.
      doubt: expect.closeTo(Math.log(0.08 / 0.05), 9),
    })
    expect(times.get('vm2')!.seconds).toBeCloseTo(0.04 * change, 9)
    expect(times.get('vm2')!.logSpread).toBe(0.2)
  })

  it('are the more in doubt the farther the formula is from the predictor', () => {
    const intervalOf = (vm1: number) => {
      const now = { ...twinNow, vm1: { ...twinNow.vm1, seconds: vm1 } }
      const host = exampleHost({ known, basis: { by: 'twin', now } })
      const question = askHost(known, { domains: [{ name: 'vm1', weight: 512 }] })
      const time = askedTimes(host, question).times.get('vm1')
      const { lowSeconds, highSeconds } = predictionOf(host.basis, 'vm1', time, 'forecast')!
      return highSeconds / lowSeconds
    }
    // 50 ms is what the formula says as well.
    expect(intervalOf(0.08)).toBeGreaterThan(1.3 * intervalOf(0.05))
    expect(intervalOf(0.2)).toBeGreaterThan(2 * intervalOf(0.08))
  })

  it('are none where the queue has no end, whoever predicts', () => {
    expect(ask({ loadFactor: 1.5 }).times.get('vm1')).toBeNull()
    const played = ask({ loadFactor: 1.5 }, { by: 'twin', now: twinNow })
    expect(played.times.get('vm1')).toBeNull()
  })
})

describe('a formula’s times', () => {
  it('are in the statistic of the targets and the measure of the worst target window', () => {
    const basis = { statistic: 'p95' as const, worst: { vm1: 1.4 } }
    const host = exampleHost({ known, basis })
    const times = formulaTimesFor('sdps', host, asAnalysed(known))
    expect(times.get('vm1')!.seconds).toBeCloseTo(1.4 * 0.05 * Math.log(20), 9)
    expect(times.get('vm2')!.seconds).toBeCloseTo(0.05 * Math.log(20), 9)
  })

  it('weigh the levels of load by their requests, under the changed load too', () => {
    const at = (arrivalRatePerSecond: number) => ({
      ...known.load,
      domains: known.load.domains.map((domain) => ({ ...domain, arrivalRatePerSecond })),
    })
    const levels = [
      { load: at(20), seconds: 60 },
      { load: at(45), seconds: 60 },
    ]
    const host = exampleHost({ known: { ...known, levels } })
    const mean = (a: number, b: number) => (20 * (0.01 / (1 - a)) + 45 * (0.01 / (1 - b))) / 65
    const now = formulaTimesFor('sdps', host, asAnalysed(known))
    expect(now.get('vm1')!.seconds).toBeCloseTo(mean(0.4, 0.9), 9)
    const half = formulaTimesFor('sdps', host, askHost(known, { loadFactor: 0.5 }))
    expect(half.get('vm1')!.seconds).toBeCloseTo(mean(0.2, 0.45), 9)
  })
})
