import {
  decide,
  type HostLoad,
  type JudgedDomain,
  refineDecision,
  type Weights,
} from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import type { Forecaster } from '../catalogue.ts'
import type { AdviceEvidence } from '../evidence/evidence.ts'
import { basisOf } from '../prediction/basis-of.ts'
import { predictorsOf } from '../prediction/predictors.fixture.ts'
import { exampleSettings } from '../settings.fixture.ts'
import type { AnalysisSettings } from '../settings.ts'
import { recommend } from './recommend.ts'
import { withDefaults } from './soft-targets.ts'

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
const usual: AnalysisSettings = { ...exampleSettings, targetStatistic: 'mean' }
const noTargets = [null, null, null] as const

interface Asked {
  options?: Partial<AnalysisSettings>
  used?: Forecaster
  weights?: Weights
  /** Ratio of the twin's answer to that of SDPS. */
  twinTimes?: Parameters<typeof predictorsOf>[2]
  withoutTwin?: boolean
  evidence?: AdviceEvidence
}

/**
 * Targets in ms, and the measurements of each domain: means, and percentiles three times as long.
 */
async function told(
  targetsMs: readonly (number | null)[],
  measuredMs: readonly [number, number, number],
  {
    options: some = {},
    used = 'sdps',
    weights = equal,
    twinTimes,
    withoutTwin,
    evidence = 'enough',
  }: Asked = {},
) {
  const settings = { ...usual, ...some }
  const targets = targetsMs.flatMap((ms, i) =>
    ms === null
      ? []
      : [{ domain: `vm${i + 1}`, responseTimeSeconds: ms / 1000, throughputPerSecond: null }],
  )
  const measured = new Map(
    measuredMs.map((ms, i) => [
      `vm${i + 1}`,
      { mean: ms / 1000, p95: (3 * ms) / 1000, p99: (5 * ms) / 1000 },
    ]),
  )
  const judged = [...measured].map(([name, seconds]): JudgedDomain => {
    const target = targets.find(({ domain }) => domain === name)
    return {
      name,
      observedResponseTimeSeconds: seconds[settings.targetStatistic],
      observedThroughputPerSecond: 45,
      offeredPerSecond: 45,
      ...(target ? { target: { responseTimeSeconds: target.responseTimeSeconds } } : {}),
    }
  })
  const { predictors, twin } = await predictorsOf(load, weights, twinTimes)
  const { twin: _, ...formulas } = predictors
  const answering = withoutTwin ? formulas : predictors
  const basis = await basisOf(
    { weights, targets: { statistic: settings.targetStatistic, worst: {} } },
    {
      ranking: { used, best: used, reasons: [], compared: 0, estimators: [] },
      predictors: answering,
      measured,
      anchored: settings.anchored,
      hostUtilisation: 0.88,
      outcomes: [],
    },
  )
  const { recommendation, finding, objectives, notes } = await recommend({
    load,
    weights,
    targets,
    softTargets: withDefaults([], { load, targets, measured, basis, settings }),
    settings,
    used,
    measured,
    basis,
    evidence,
    seconds: 300,
    scarce: [],
    twin: withoutTwin ? null : twin,
    predictors: answering,
    measuredBy: new Map([...measured.keys()].map((name) => [name, 'client'])),
    guide: null,
    aloneSeconds: { vm1: 0.0066, vm2: 0.0066, vm3: 0.0017 },
  })
  const decision = decide(judged, { rule: settings.decisionRule })
  const { verdict, reasons } = finding ? refineDecision(decision, finding) : decision
  return {
    recommendation: recommendation!,
    objectives: objectives!,
    notes,
    verdict,
    finding,
    codes: reasons.map(({ code }) => code),
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
    const [a, b, c] = domains.map(({ meanSeconds }) => meanSeconds! * 1000)
    const found = await told(noTargets, [a!, b!, c!], { weights })
    expect(found.recommendation).toMatchObject({
      advice: { change: false },
      objective: 'mean-slowdown',
    })
    expect(weightsIn(found)).toEqual([vm1, vm2, vm3])
    expect(found.verdict).toBe('ok')
  })

  it('corrects grossly unfair weights, and lists what each domain gains or pays', async () => {
    const weights = { 'Domain-0': 256, vm1: 700, vm2: 700, vm3: 30 }
    const found = await told(noTargets, [20, 20, 90], { weights })
    const { advice, domains, solution, checks, statistic } = found.recommendation
    expect(advice).toEqual({ change: true, code: 'better', silent: [] })
    expect(statistic).toBe('mean')
    expect(solution.objective.after!).toBeLessThan(solution.objective.before!)
    expect(checks.map(({ model, passes }) => [model, passes])).toEqual([
      ['sdps', true],
      ['twin', true],
    ])
    const [vm1, vm2, vm3] = domains
    expect(vm3!.predictedAfter!.seconds).toBeLessThan(vm3!.predictedBefore!.seconds)
    expect(vm3!.predictedAfter!.lowSeconds).toBeLessThan(vm3!.predictedAfter!.seconds)
    expect(vm3!.predictedAfter!.highSeconds).toBeGreaterThan(vm3!.predictedAfter!.seconds)
    expect(vm1!.predictedAfter!.seconds).toBeGreaterThan(vm1!.predictedBefore!.seconds)
    // vm1 and vm2 are indistinguishable.
    expect(vm1!.weightAfter).toBe(vm2!.weightAfter)
  })
})

describe('the candidates', () => {
  it('are the choices of the model in use and of SDPS; the twin decides between them', async () => {
    const weights = { 'Domain-0': 256, vm1: 700, vm2: 700, vm3: 30 }
    const found = await told(noTargets, [20, 20, 90], { weights, used: 'delay-aware' })
    expect(found.objectives.slice(0, 2)).toMatchObject([
      { objective: 'mean-slowdown', chosenBy: 'delay-aware' },
      { objective: 'mean-slowdown', chosenBy: 'sdps' },
    ])
    const [own, other] = found.objectives.map((each) => each.weights.map(({ weight }) => weight))
    expect(own).not.toEqual(other)
    // The twin of this test sees what SDPS sees.
    expect(found.recommendation).toMatchObject({ by: 'sdps', advice: { change: true } })
    expect(weightsIn(found)).toEqual(other)
  })
})

describe('with targets', () => {
  it('changes weights so that every target is predicted to be kept', async () => {
    const found = await told([40, 150, 40], [60, 60, 12])
    expect(found.recommendation).toMatchObject({
      advice: { change: true },
      objective: 'meet-targets',
    })
    for (const domain of found.recommendation.domains) expect(domain.meetsTarget).toBe(true)
    expect(found.verdict).toBe('reweight')
    expect(found.finding).toMatchObject({ missed: [], unchanged: false })
    expect(found.codes).toContain('weights-meet-targets')
  })

  it('keeps a domain without a target from paying more than it may, where it can', async () => {
    const asked = async (softTargetMultiple: number | null) => {
      const found = await told([40, null, null], [60, 60, 12], { options: { softTargetMultiple } })
      return found.recommendation.domains
    }
    const [free, held] = [await asked(null), await asked(1.5)]
    for (const [vm1] of [free, held]) expect(vm1!.meetsTarget).toBe(true)
    expect(free.map(({ softTarget }) => softTarget)).toEqual([null, null, null])
    expect(free[1]!.predictedAfter!.seconds).toBeGreaterThan(1.5 * 0.06)
    expect(held.map(({ softTarget }) => softTarget?.seconds ?? null)).toEqual([
      null,
      expect.closeTo(1.5 * 0.06, 12),
      expect.closeTo(1.5 * 0.012, 12),
    ])
    expect(held.map(({ keepsSoftTarget }) => keepsSoftTarget)).toEqual([null, true, true])
  })

  it('counts a target as kept only where both models keep it', async () => {
    // The twin expects 0.6 times the time that SDPS predicts for vm1: alone it would keep the
    // weights.
    const twinTimes = { vm1: () => 0.6 }
    const asked = { used: 'twin', twinTimes, options: { anchored: false } } as const
    const { recommendation, objectives } = await told([40, 150, 40], [60, 60, 12], asked)
    expect(recommendation.advice.change).toBe(true)
    for (const { estimator, domains } of objectives[0]!.outlook) {
      if (estimator !== 'sdps' && estimator !== 'twin') continue
      expect(domains.map(({ meetsTarget }) => meetsTarget)).toEqual([true, true, true])
    }
    expect(recommendation.domains[0]!.predictedBefore!.seconds).toBeLessThan(0.04)
  })

  it('shows the same times for the same weights beside the objectives as in the recommendation', async () => {
    const found = await told([50, 150, 40], [60, 60, 12])
    const { recommendation, objectives } = found
    expect(recommendation.advice.change).toBe(true)
    const same = objectives.filter(
      ({ weights }) => String(weights.map(({ weight }) => weight)) === String(weightsIn(found)),
    )
    expect(same).not.toHaveLength(0)
    const recommended = recommendation.domains.map(({ predictedAfter }) => predictedAfter!.seconds)
    for (const { outlook } of same) {
      const { domains } = outlook.find(({ estimator }) => estimator === recommendation.by)!
      expect(domains.map(({ judgedSeconds }) => judgedSeconds)).toEqual(
        recommended.map((seconds) => expect.closeTo(seconds, 9)),
      )
    }
  })

  it('leaves weights alone where every target is met, as measured, and little can be gained', async () => {
    const { recommendation, verdict } = await told([62, 62, 13], [60, 60, 12])
    expect(verdict).toBe('ok')
    expect(recommendation.advice).toEqual({ change: false, code: 'targets-met' })
    expect(recommendation.objective).toBe('mean-slowdown')
  })

  it('offers weights that keep every target and are much faster, though nothing has to change', async () => {
    const { recommendation, verdict } = await told([400, 400, 200], [60, 60, 12])
    expect(verdict).toBe('ok')
    expect(recommendation.advice).toMatchObject({ change: true, code: 'better-still' })
    expect(recommendation.domains.map(({ meetsTarget }) => meetsTarget)).toEqual([true, true, true])
  })

  it('offers none that might miss a target', async () => {
    const { recommendation } = await told([90, 90, 40], [60, 60, 12])
    expect(recommendation.advice).toEqual({ change: false, code: 'targets-met' })
  })

  it('compares percentiles with targets for percentiles', async () => {
    const options = { targetStatistic: 'p95' } as const
    const met = await told([190, 500, 120], [60, 60, 12], { options })
    expect(met.verdict).toBe('ok')
    const missed = await told([120, 500, 120], [60, 60, 12], { options })
    expect(missed.recommendation).toMatchObject({ statistic: 'p95', advice: { change: true } })
    expect(missed.recommendation.domains[0]!.measuredSeconds).toBeCloseTo(0.18, 12)
  })

  it('advises migration where no weights keep the targets, and nothing else for a small gain', async () => {
    const found = await told([30, 30, 10], [60, 60, 12])
    expect(found.verdict).toBe('migrate')
    expect(found.recommendation).toMatchObject({
      infeasible: { status: 'infeasible' },
      advice: { change: false, code: 'infeasible' },
    })
    expect(weightsIn(found)).toEqual([256, 256, 256])
    expect(found.recommendation.infeasible!.conflicts.length).toBeGreaterThan(0)
  })

  it('advises the least bad weights till then, where they save much', async () => {
    const found = await told([16, 250, 10], [90, 60, 12])
    expect(found.verdict).toBe('migrate')
    expect(found.recommendation.advice).toMatchObject({ change: true, code: 'least-bad' })
    const { infeasible, problem, checks } = found.recommendation
    expect(infeasible!.conflicts.length).toBeGreaterThan(0)
    expect(problem).toMatchObject({ mode: 'free', objective: 'meet-targets' })
    for (const { gain } of checks) expect(gain).toBeGreaterThan(0.1)
    expect(weightsIn(found)[0]).toBeGreaterThan(256)
  })

  it('names bounds that rule out the needed weights, together with the migration', async () => {
    const bounds = [{ domain: 'vm1', minShare: null, maxShare: 0.3 }]
    const { verdict, finding } = await told([16, 250, 40], [60, 60, 12], {
      options: { bounds },
    })
    expect(verdict).toBe('migrate')
    expect(finding).toMatchObject({ status: 'infeasible', restricted: true })
  })

  it('does not prove by a sum over the targets that no weights keep them', async () => {
    const { verdict, codes } = await told([45, 90, 11], [70, 70, 12])
    expect(codes).toContain('sum-over-targets')
    expect(['reweight', 'migrate']).toContain(verdict)
  })
})

describe('the smallest change that meets the targets', () => {
  const objective = 'smallest-change' as const

  it.each(['sdps', 'twin'] as const)('keeps the margin that was asked for, by %s', async (used) => {
    const options = { objective, targetMargin: 0.15 }
    const { recommendation } = await told([40, 150, 40], [60, 60, 12], { used, options })
    expect(recommendation).toMatchObject({ objective, by: used, advice: { change: true } })
    for (const { predictedSeconds, targetSeconds } of recommendation.solution.predicted)
      expect(predictedSeconds! * 1.15).toBeLessThanOrEqual(targetSeconds! * (1 + 1e-5))
    expect(recommendation.solution.warnings).toEqual([])
  })

  it('changes less than the best weights for the targets', async () => {
    const change = ({ recommendation: { domains } }: Awaited<ReturnType<typeof told>>) =>
      domains.reduce((sum, each) => sum + Math.abs(each.shareAfter - each.shareBefore), 0)
    const [best, small] = [
      await told([40, null, null], [60, 60, 12]),
      await told([40, null, null], [60, 60, 12], { options: { objective } }),
    ]
    expect(change(small)).toBeGreaterThan(0)
    expect(change(small)).toBeLessThan(change(best))
  })

  it('is the least bad change where none meets them', async () => {
    const options = { objective }
    const { recommendation } = await told([16, 250, 10], [90, 60, 12], { options })
    expect(recommendation.advice).toMatchObject({ change: true, code: 'least-bad' })
    expect(recommendation.infeasible!.conflicts.length).toBeGreaterThan(0)
  })

  it.each(['meet-targets', 'raise-violators', objective] as const)(
    'as %s, means the mean slowdown without targets, and says so',
    async (asked) => {
      const options = { objective: asked }
      const { recommendation, notes } = await told(noTargets, [50, 50, 12], { options })
      expect(recommendation.objective).toBe('mean-slowdown')
      expect(notes).toContainEqual({
        code: 'objective-needs-targets',
        objective: 'mean-slowdown',
        insteadOf: asked,
      })
    },
  )

  it('is not called in want of targets where every one is met', async () => {
    const options = { objective: 'meet-targets' as const }
    const { notes } = await told([62, 62, 13], [60, 60, 12], { options })
    expect(notes).toEqual([])
  })
})

describe('the gate', () => {
  it('keeps the current weights where the twin expects no gain from others', async () => {
    // Whatever vm1 gains, the others lose.
    const worse = (weights: Weights) => 1 + Math.abs(weights.vm1! - 256) / 8
    const found = await told([40, 150, 40], [60, 60, 12], {
      twinTimes: { vm1: worse, vm2: worse, vm3: worse },
    })
    expect(found.recommendation.advice).toEqual({ change: false, code: 'not-certain' })
    expect(found.recommendation.checks.find(({ model }) => model === 'twin')!.gain).toBeLessThan(0)
    expect(weightsIn(found)).toEqual([256, 256, 256])
    expect(found.codes).toContain('no-better-weights')
    // The weights that were found remain visible.
    expect(found.objectives[0]!.weights.map(({ weight }) => weight)).not.toEqual([256, 256, 256])
  })

  it('needs the twin, because a formula alone recommends nothing', async () => {
    const { recommendation } = await told([40, 150, 40], [60, 60, 12], { withoutTwin: true })
    expect(recommendation.advice).toEqual({ change: false, code: 'not-checked', silent: ['twin'] })
  })
})

describe('the evidence', () => {
  it('must be enough for some advice: with less there is none, and the note says so', async () => {
    const asked = [
      [40, 150, 40],
      [60, 60, 12],
    ] as const
    const nothing = await told(...asked, { evidence: 'none' })
    expect(nothing.recommendation).toBeNull()
    expect(nothing.objectives).toBeNull()
    expect(nothing.notes).toEqual([{ code: 'not-enough-evidence' }])
    const thin = await told(...asked, { evidence: 'thin' })
    expect(thin.recommendation.advice).toEqual({ change: true, code: 'better', silent: [] })
  })
})

describe('the published formula', () => {
  it('chooses by its own objective on request, and is checked like any other choice', async () => {
    const found = await told(noTargets, [50, 50, 12], { options: { objective: 'total-delay' } })
    expect(found.recommendation).toMatchObject({ by: 'delay-aware', objective: 'total-delay' })
    expect(found.recommendation.solution.proof.engine).toMatch(/milp|relaxation/)
    expect(found.recommendation.checks.map(({ model }) => model)).toEqual(['sdps', 'twin'])
    expect(found.notes.map(({ code }) => code)).toContain('recommended-by-formula')
  })

  it('raises only the violators on request', async () => {
    const found = await told([50, 150, 120], [60, 60, 12], {
      options: { objective: 'raise-violators' },
    })
    const { by, domains } = found.recommendation
    expect(by).toBe('delay-aware')
    for (const { weightAfter } of domains.slice(1)) expect(weightAfter).toBe(256)
  })

  it('raises who misses a target of a percentile, although the mean is below it', async () => {
    // Percentiles are three times the means here, so both questions are the same.
    const asked = { objective: 'raise-violators' as const }
    const [ofMeans, ofPercentiles] = [
      await told([50, 150, 120], [60, 60, 12], { options: asked }),
      await told([150, 450, 360], [60, 60, 12], {
        options: { ...asked, targetStatistic: 'p95' },
      }),
    ].map(({ recommendation: { solution } }) => solution)
    expect(ofPercentiles!.warnings.map(({ code }) => code)).not.toContain('no-violators')
    expect(ofPercentiles!.weights!.vm1).toBeGreaterThan(256)
    expect(ofPercentiles!.weights).toEqual(ofMeans!.weights)
  })
})

describe('what each objective would choose', () => {
  it('is listed by name, with what every model expects of it', async () => {
    const { objectives } = await told([40, 150, 40], [60, 60, 12])
    expect(objectives.map(({ objective, chosenBy }) => [objective, chosenBy])).toEqual([
      ['meet-targets', 'sdps'],
      ['smallest-change', 'sdps'],
      ['mean-slowdown', 'sdps'],
      ['mean-over-requests', 'sdps'],
      ['total-delay', 'delay-aware'],
    ])
    const said = ({ outlook }: (typeof objectives)[number]) =>
      outlook.map(({ estimator }) => estimator)
    // The twin would have to play each choice, so it is asked only about its own.
    expect(objectives.map(said)).toEqual(Array(5).fill(['delay-aware', 'sdps']))
    const own = await told([40, 150, 40], [60, 60, 12], { used: 'twin' })
    expect(said(own.objectives[0]!)).toEqual(['delay-aware', 'sdps', 'twin'])
  })
})

describe('what a recommendation rests on', () => {
  it('is scaled towards the measurements unless the options say otherwise', async () => {
    const anchored = await told(noTargets, [100, 100, 12])
    const plain = await told(noTargets, [100, 100, 12], { options: { anchored: false } })
    const [scaled, own] = [anchored, plain].map(
      ({ recommendation }) => recommendation.domains[0]!.predictedAfter!.seconds,
    )
    expect(plain.recommendation.domains[0]!.modelSeconds).toBeCloseTo(own!, 9)
    expect(scaled).toBeGreaterThan(own!)
    expect(scaled).toBeLessThan(0.1)
    expect(anchored.recommendation.problem.factors).toBeDefined()
  })

  it('names options that concern domains without load, and throughput targets', async () => {
    const { notes } = await told(noTargets, [50, 50, 12], { options: { excluded: ['vm9'] } })
    expect(notes.map(({ code }) => code)).toContain('unknown-domain')
  })
})
