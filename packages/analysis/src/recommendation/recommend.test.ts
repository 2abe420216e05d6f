import { AnalysisOptions } from '@steelyard/contract'
import type { DomainPeak, HostLoad, Weights } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { decideVerdict, tellVerdict } from '../verdict/verdict.ts'
import { predictorsOf } from './predictors.fixture.ts'
import type { Forecaster } from './predictors.ts'
import { recommend } from './recommend.ts'

/** Table 3, interval 5 of paper 0. */
const load: HostLoad = {
  domains: [
    { name: 'vm1', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 },
    { name: 'vm2', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 },
    { name: 'vm3', arrivalRatePerSecond: 170, serviceTimeSeconds: 0.0017 },
  ],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 1,
}
const equal = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }
const noTargets = [null, null, null] as const

interface Asked {
  options?: Partial<AnalysisOptions>
  used?: Forecaster
  weights?: Weights
  /** Times the twin's answer differs from SDPS's. */
  twinTimes?: Parameters<typeof predictorsOf>[2]
  withoutTwin?: boolean
}

/** Targets in ms, and what was measured of each domain: means, and percentiles of three times as much. */
async function told(
  targetsMs: readonly (number | null)[],
  measuredMs: readonly [number, number, number],
  { options: some = {}, used = 'sdps', weights = equal, twinTimes, withoutTwin }: Asked = {},
) {
  const options = AnalysisOptions.parse({ targetStatistic: 'mean', ...some })
  const targets = targetsMs.flatMap((responseTimeMs, i) =>
    responseTimeMs === null
      ? []
      : [{ domain: `vm${i + 1}`, responseTimeMs, throughputPerSecond: null }],
  )
  const measured = new Map(
    measuredMs.map((ms, i) => [`vm${i + 1}`, { mean: ms / 1000, p95: (3 * ms) / 1000 }]),
  )
  const peaks = [...measured].map(([name, seconds]): DomainPeak => {
    const target = targets.find(({ domain }) => domain === name)
    return {
      name,
      peakResponseTimeSeconds: seconds[options.targetStatistic],
      peakThroughputPerSecond: 45,
      offeredPeakPerSecond: 45,
      ...(target ? { target: { responseTimeSeconds: target.responseTimeMs / 1000 } } : {}),
    }
  })
  const { predictors, twin } = await predictorsOf(load, weights, twinTimes)
  const { twin: _, ...formulas } = predictors
  const { recommendation, finding, objectives, notes } = await recommend({
    load,
    weights,
    targets,
    options,
    used,
    measured,
    hostUtilisation: 0.88,
    seconds: 300,
    twin: withoutTwin ? null : twin,
    predictors: withoutTwin ? formulas : predictors,
    measuredBy: new Map([...measured.keys()].map((name) => [name, 'client'])),
    aloneSeconds: { vm1: 0.0066, vm2: 0.0066, vm3: 0.0017 },
  })
  const decision = decideVerdict(peaks, options.decisionRule)
  const verdict = tellVerdict(decision, peaks, finding, options.targetStatistic)
  return {
    recommendation: recommendation!,
    objectives: objectives!,
    notes,
    ...verdict,
    codes: verdict.reasons.map((r) => r.code),
  }
}

const weightsIn = ({ recommendation }: Awaited<ReturnType<typeof told>>) =>
  recommendation.domains.map(({ weightAfter }) => weightAfter)

describe('without targets', () => {
  it('leaves weights alone that it would recommend itself', async () => {
    const first = await told(noTargets, [50, 50, 12])
    const { weights: chosen, outlook } = first.objectives[0]!
    const [vm1, vm2, vm3] = chosen.map(({ weight }) => weight)
    const weights = { 'Domain-0': 256, vm1: vm1!, vm2: vm2!, vm3: vm3! }
    const { domains } = outlook.find(({ estimator }) => estimator === 'sdps')!
    const [a, b, c] = domains.map(({ responseTimeMs }) => responseTimeMs!)
    const found = await told(noTargets, [a!, b!, c!], { weights })
    expect(found.recommendation).toMatchObject({ advice: 'leave', objective: 'mean-slowdown' })
    expect(found.recommendation.reason).toMatch(/^Leave them\. /)
    expect(weightsIn(found)).toEqual([vm1, vm2, vm3])
    expect(found.verdict).toBe('ok')
  })

  it('undoes what is grossly unfair, with what each domain gains or pays', async () => {
    const weights = { 'Domain-0': 256, vm1: 700, vm2: 700, vm3: 30 }
    const found = await told(noTargets, [20, 20, 90], { weights })
    const { advice, domains, value, checks, statistic } = found.recommendation
    expect(advice).toBe('change')
    expect(statistic).toBe('mean')
    expect(value.after!).toBeLessThan(value.before!)
    expect(checks.map(({ estimator, passes }) => [estimator, passes])).toEqual([
      ['sdps', true],
      ['twin', true],
    ])
    const [vm1, vm2, vm3] = domains
    expect(vm3!.predictedMs!).toBeLessThan(vm3!.predictedBeforeMs!)
    expect(vm3!.intervalMs!.lowMs).toBeLessThan(vm3!.predictedMs!)
    expect(vm3!.intervalMs!.highMs).toBeGreaterThan(vm3!.predictedMs!)
    expect(vm1!.predictedMs!).toBeGreaterThan(vm1!.predictedBeforeMs!)
    // Nothing tells vm1 from vm2.
    expect(vm1!.weightAfter).toBe(vm2!.weightAfter)
  })
})

describe('with targets', () => {
  it('changes weights so that every target is predicted to be kept', async () => {
    const found = await told([40, 150, 40], [60, 60, 12])
    expect(found.recommendation).toMatchObject({ advice: 'change', objective: 'meet-targets' })
    for (const domain of found.recommendation.domains) expect(domain.meetsTarget).toBe(true)
    expect(found.verdict).toBe('reweight')
    expect(found.headline).toContain('predicted to keep every target')
    expect(found.headline).toContain('vm1 takes 60 ms (mean) against a target of 40 ms')
    expect(found.codes).toContain('weights-meet-targets')
  })

  it('counts a target as kept only where both models keep it', async () => {
    // The twin expects vm1 to take 0.6 times as long as SDPS does: alone it would leave the weights.
    const twinTimes = { vm1: () => 0.6 }
    const asked = { used: 'twin', twinTimes, options: { anchored: false } } as const
    const { recommendation, objectives } = await told([40, 150, 40], [60, 60, 12], asked)
    expect(recommendation.advice).toBe('change')
    for (const { estimator, domains } of objectives[0]!.outlook) {
      if (estimator !== 'sdps' && estimator !== 'twin') continue
      expect(domains.map(({ meetsTarget }) => meetsTarget)).toEqual([true, true, true])
    }
    expect(recommendation.domains[0]!.predictedBeforeMs).toBeLessThan(40)
  })

  it('leaves weights alone where every target is met, as measured', async () => {
    const { recommendation, verdict } = await told([90, 90, 40], [60, 60, 12])
    expect(verdict).toBe('ok')
    expect(recommendation).toMatchObject({ advice: 'leave' })
    expect(recommendation.reason).toContain('Every target is met')
  })

  it('holds percentiles against targets of percentiles', async () => {
    const options = { targetStatistic: 'p95' } as const
    const met = await told([190, 500, 120], [60, 60, 12], { options })
    expect(met.verdict).toBe('ok')
    const missed = await told([120, 500, 120], [60, 60, 12], { options })
    expect(missed.recommendation).toMatchObject({ statistic: 'p95', advice: 'change' })
    expect(missed.recommendation.domains[0]!.measuredMs).toBeCloseTo(180, 9)
    expect(missed.headline).toContain('180 ms (95th percentile)')
  })

  it('says migrate where no weights keep them, and changes nothing', async () => {
    const found = await told([30, 30, 10], [60, 60, 12])
    expect(found.verdict).toBe('migrate')
    expect(found.recommendation).toMatchObject({ status: 'infeasible', advice: 'leave' })
    expect(found.recommendation.conflicts.length).toBeGreaterThan(0)
    expect(weightsIn(found)).toEqual([256, 256, 256])
  })

  it('names bounds that forbid what is needed beside the migration', async () => {
    const bounds = [{ domain: 'vm1', minShare: null, maxShare: 0.3 }]
    const { verdict, headline, recommendation } = await told([16, 250, 40], [60, 60, 12], {
      options: { bounds },
    })
    expect(verdict).toBe('migrate')
    expect(headline).toContain('No weights within the bounds asked for')
    expect(recommendation.proof.statement).toContain('within the bounds asked for')
  })

  it('a sum over the targets is no proof that no weights keep them', async () => {
    const { verdict, codes } = await told([45, 90, 11], [70, 70, 12])
    expect(codes).toContain('sum-over-targets')
    expect(['reweight', 'migrate']).toContain(verdict)
  })
})

describe('the gate', () => {
  it('keeps the weights in force where the twin expects nothing of others', async () => {
    // Whatever vm1 is given, the others take it back.
    const worse = (weights: Weights) => 1 + Math.abs(weights.vm1! - 256) / 8
    const found = await told([40, 150, 40], [60, 60, 12], {
      twinTimes: { vm1: worse, vm2: worse, vm3: worse },
    })
    expect(found.recommendation.advice).toBe('leave')
    expect(found.recommendation.reason).toContain('not certain to be better')
    expect(found.recommendation.reason).toContain('The twin expects a loss')
    expect(weightsIn(found)).toEqual([256, 256, 256])
    expect(found.codes).toContain('no-better-weights')
    // What was found can still be seen.
    expect(found.objectives[0]!.weights.map(({ weight }) => weight)).not.toEqual([256, 256, 256])
  })

  it('needs the twin: a formula alone recommends nothing', async () => {
    const { recommendation } = await told([40, 150, 40], [60, 60, 12], { withoutTwin: true })
    expect(recommendation.advice).toBe('leave')
    expect(recommendation.reason).toContain('the twin has no answer')
  })
})

describe('the published formula', () => {
  it('chooses by its own objective where that is asked for, and is checked as everybody', async () => {
    const found = await told(noTargets, [50, 50, 12], { options: { objective: 'total-delay' } })
    expect(found.recommendation).toMatchObject({
      estimator: 'delay-aware',
      objective: 'total-delay',
    })
    expect(found.recommendation.proof.engine).toMatch(/milp|relaxation/)
    expect(found.recommendation.value.unit).toBe('ms')
    expect(found.recommendation.checks.map(({ estimator }) => estimator)).toEqual(['sdps', 'twin'])
    expect(found.notes.map(({ code }) => code)).toContain('recommended-by-formula')
  })

  it('raises the violators alone where that is asked for', async () => {
    const found = await told([50, 150, 120], [60, 60, 12], {
      options: { objective: 'raise-violators' },
    })
    const { estimator, domains } = found.recommendation
    expect(estimator).toBe('delay-aware')
    for (const { weightAfter } of domains.slice(1)) expect(weightAfter).toBe(256)
  })
})

describe('what each objective would choose', () => {
  it('is shown by name, with what every model expects of it', async () => {
    const { objectives } = await told([40, 150, 40], [60, 60, 12])
    expect(objectives.map(({ objective, chosenBy }) => [objective, chosenBy])).toEqual([
      ['meet-targets', 'sdps'],
      ['mean-slowdown', 'sdps'],
      ['mean-over-requests', 'sdps'],
      ['total-delay', 'delay-aware'],
    ])
    for (const { outlook } of objectives) {
      expect(outlook.map(({ estimator }) => estimator)).toEqual(['delay-aware', 'sdps', 'twin'])
    }
  })
})

describe('what a recommendation rests on', () => {
  it('is scaled towards what was measured, unless told otherwise', async () => {
    const anchored = await told(noTargets, [100, 100, 12])
    const plain = await told(noTargets, [100, 100, 12], { options: { anchored: false } })
    const [scaled, own] = [anchored, plain].map(
      ({ recommendation }) => recommendation.domains[0]!.predictedMs!,
    )
    expect(plain.recommendation.domains[0]!.modelMs).toBeCloseTo(own!, 9)
    expect(scaled).toBeGreaterThan(own!)
    expect(scaled).toBeLessThan(100)
    expect(anchored.recommendation.notes[0]).toContain('scaled towards what was measured')
  })

  it('names options that are about domains without load, and targets of throughput', async () => {
    const { notes } = await told(noTargets, [50, 50, 12], { options: { excluded: ['vm9'] } })
    expect(notes.map(({ code }) => code)).toContain('unknown-domain')
  })
})
