import { describe, expect, it } from 'vitest'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleHost } from '../prediction/analysed-host.fixture.ts'
import type { PredictorBasis } from '../prediction/predictor-basis.ts'
import { answerForecast, type PlayedPredictions } from './answer-forecast.ts'
import { askHost, type WhatIf } from './asked-host.ts'

/** The model’s 50 ms were measured as 60 ms, and nothing measured is chance. */
const measured = { anchors: { vm1: 1.2, vm2: 1.2 } }
/** The worst target window of vm1 was half as slow again: 90 ms. */
const uneven = { ...measured, worst: { vm1: 1.5 } }

interface Given {
  known?: AnalysisLoad
  basis?: Partial<PredictorBasis>
  played?: PlayedPredictions
}

/** Both domains have a target of 80 ms for the mean. */
async function forecast(question: WhatIf, { known = exampleLoad(), basis, played }: Given = {}) {
  const host = exampleHost({
    known,
    basis: basis ?? measured,
    targetSeconds: 0.08,
    observedSeconds: { vm1: 0.06, vm2: 0.06 },
  })
  const answer = await answerForecast(host, askHost(known, question), played)
  const [vm1, vm2] = answer.domains
  const by = (id: string) => answer.others.find(({ estimator }) => estimator === id)!
  return { ...answer, vm1: vm1!, vm2: vm2!, by }
}

describe('answerForecast', () => {
  it('gives back the prediction of the analysis when nothing is asked', async () => {
    const { state, domains, notSeen } = await forecast({})
    expect(state).toBe('final')
    for (const { then, now, change, meetsTarget, observedSeconds } of domains) {
      expect(then).toEqual(now)
      expect(then!.seconds).toBeCloseTo(0.06, 12)
      expect({ change, meetsTarget, observedSeconds }).toEqual({
        change: 'same',
        meetsTarget: true,
        observedSeconds: 0.06,
      })
    }
    expect(notSeen.filter(({ asked }) => asked)).toEqual([])
  })

  it('scales the measured time as M/M/1 does', async () => {
    // Two equal domains share the pCPU as one queue: R = x / (1 - rho), 50 ms at 80 %, 16.7 ms at
    // 40 %.
    const { vm1, by } = await forecast({ loadFactor: 0.5 })
    expect(by('sdps').domains[0]!.seconds).toBeCloseTo(0.01 / 0.6, 9)
    expect(vm1.now!.seconds).toBeCloseTo(0.06, 9)
    expect(vm1.then!.seconds).toBeCloseTo((0.06 * 10) / 0.6 / 50, 9)
    expect(vm1.change).toBe('faster')
  })

  it('is less certain of what it never saw than of the host as it is', async () => {
    const basis = { by: 'twin' as const, statistic: 'p95' as const, hostUtilisation: 0.9 }
    const { vm1 } = await forecast({ loadFactor: 0.99 }, { basis })
    const width = ({ lowSeconds, highSeconds }: NonNullable<typeof vm1.then>) =>
      highSeconds / lowSeconds
    expect(width(vm1.then!)).toBeGreaterThan(1.01 * width(vm1.now!))
  })

  it('speeds up the domain with more weight at the expense of the other, within the limits of weights', async () => {
    const { domains, vm1, vm2 } = await forecast({ domains: [{ name: 'vm1', weight: 1024 }] })
    expect(vm1.then!.seconds).toBeLessThan(0.06)
    expect(vm2.then!.seconds).toBeGreaterThan(0.06)
    expect([vm1.change, vm2.change]).toEqual(['faster', 'slower'])
    for (const { then, reach } of domains) {
      expect(then!.seconds).toBeGreaterThanOrEqual(reach!.bestSeconds)
      expect(then!.seconds).toBeLessThanOrEqual(reach!.worstSeconds)
    }
  })

  it('has no finite answer, no reach and no change beyond saturation', async () => {
    const { vm1 } = await forecast({ loadFactor: 1.3 })
    expect([vm1.then, vm1.reach, vm1.change]).toEqual([null, null, null])
    expect(vm1.now!.seconds).toBeCloseTo(0.06, 9)
    expect(vm1.meetsTarget).not.toBe(true)
    expect(vm1.reasons[0]!.sentence).toMatch(/queues grow without bound/)
  })

  it('compares the worst target window with the target, as the verdict does', async () => {
    const { vm1, vm2, headroom } = await forecast({}, { basis: uneven })
    expect(vm1.then!.seconds).toBeCloseTo(0.09, 9)
    expect([vm1.meetsTarget, vm2.meetsTarget]).toEqual([false, true])
    // The worst window has 80 ms where the model gives 50 x 80 / 90 ms: x / (1 - rho) with rho =
    // 0.775.
    expect(headroom[0]!.breaksAtFactor).toBeCloseTo(0.775 / 0.8, 2)
    const calmer = await forecast({ loadFactor: 0.9 }, { basis: uneven })
    expect(calmer.vm1.then!.seconds).toBeCloseTo((0.09 * (10 / 0.28)) / 50, 9)
    expect(calmer.vm1.meetsTarget).toBe(true)
  })

  it('gives reach and headroom in the measure of the prediction', async () => {
    const plain = await forecast({}, { basis: {} })
    const { vm1, headroom } = await forecast({}, { basis: uneven })
    expect(vm1.reach!.bestSeconds).toBeCloseTo((plain.vm1.reach!.bestSeconds * 90) / 50, 9)
    expect(vm1.reach!.worstSeconds).toBeCloseTo((plain.vm1.reach!.worstSeconds * 90) / 50, 9)
    for (const { loadFactor, seconds } of headroom.find(({ domain }) => domain === 'vm1')!.points) {
      expect(seconds).toBeCloseTo(((90 / 50) * 0.01) / (1 - 0.8 * loadFactor), 9)
    }
  })

  it('meets no target where a cap leaves the domain less than it asks for', async () => {
    const { vm1, vm2 } = await forecast({ domains: [{ name: 'vm1', capPercent: 30 }] })
    expect([vm1.then, vm1.meetsTarget]).toEqual([null, false])
    expect(vm2.meetsTarget).toBe(true)
  })

  it('gives no reach where a cap holds a domain back', async () => {
    const { domains } = await forecast({ domains: [{ name: 'vm1', capPercent: 60 }] })
    expect(domains.map(({ reach }) => reach)).toEqual([null, null])
  })

  it('lists every formula by itself, and why the calibrated one is missing', async () => {
    const { others, by } = await forecast({})
    expect(others).toHaveLength(3)
    expect(by('delay-aware-calibrated').missing).toBe('Too few windows.')
    expect(by('sdps').missing).toBeNull()
    expect(by('sdps').domains[0]!.seconds).toBeCloseTo(0.05, 9)
  })

  it('names the levers in the question that no formula responds to', async () => {
    const question = { ratelimitSeconds: 0, tsliceSeconds: 0.005, domain0Weight: 512 }
    const { notSeen, others } = await forecast(question)
    const before = await forecast({})
    const moved = notSeen.filter(({ asked }) => asked)
    expect(moved.map(({ lever }) => lever).sort()).toEqual([
      'domain-0-weight',
      'ratelimit',
      'tslice',
    ])
    for (const { lever, estimators } of moved) {
      for (const { estimator, domains } of others) {
        if (!estimators.includes(estimator)) continue
        expect([lever, domains]).toEqual([lever, before.by(estimator).domains])
      }
    }
  })

  it('is provisional until the twin has played the question, then has the twin’s answer', async () => {
    const basis = { by: 'twin' as const, ...measured }
    const question = { loadFactor: 0.5 }
    const quick = await forecast(question, { basis })
    expect(quick.state).toBe('provisional')
    expect(quick.vm1.then!.seconds).toBeCloseTo((0.06 * 10) / 0.6 / 50, 9)
    const played = new Map([['vm1', { seconds: 0.1, lowSeconds: 0.08, highSeconds: 0.125 }]])
    const known = await forecast(question, { basis, played })
    expect(known.state).toBe('final')
    expect(known.vm1.then).toEqual(played.get('vm1'))
    expect(known.vm1).toMatchObject({ meetsTarget: false, change: 'slower' })
    expect(known.vm2.then).toBeNull()
  })

  it('shows the headroom of the asked weights: x / (1 - f rho) = R, anchored', async () => {
    // The anchor is 60/50 of the model's time: the host reaches 80 ms when the model gives 66.7 ms,
    // at rho = 0.85.
    const { headroom } = await forecast({})
    expect(headroom[0]).toMatchObject({ domain: 'vm1', limit: 'target' })
    expect(headroom[0]!.breaksAtFactor).toBeCloseTo(0.85 / 0.8, 2)
    const favoured = await forecast({ domains: [{ name: 'vm1', weight: 4096 }] })
    expect(favoured.headroom.map(({ domain }) => domain)).toEqual(['vm2', 'vm1'])
    expect(favoured.headroom[0]!.breaksAtFactor).toBeLessThan(0.85 / 0.8)
    expect(favoured.headroom[1]!.breaksAtFactor).toBeGreaterThan(0.85 / 0.8)
  })

  it('leaves less headroom where the VMM takes its part of a full host', async () => {
    const quad = exampleLoad()
    quad.load.pCpus = 4
    const breaks = async (overheadPercent: number) =>
      (await forecast({ overheadPercent }, { known: quad })).headroom[0]!.breaksAtFactor!
    const [without, withIt] = [await breaks(0), await breaks(20)]
    expect(withIt).toBeLessThan(0.98 * without)
    expect(withIt).toBeGreaterThan(without / 1.2)
  })
})
