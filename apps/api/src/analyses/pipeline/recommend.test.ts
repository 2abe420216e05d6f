import { AnalysisOptions } from '@steelyard/contract'
import type { DomainPeak, HostLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { type Forecaster, formulaPredictors } from './predictors.ts'
import { recommend } from './recommend.ts'
import { decideVerdict, tellVerdict } from './verdict.ts'

/** Table 3, interval 5 of paper 0. */
const load: HostLoad = {
  domains: [
    { name: 'vm1', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 },
    { name: 'vm2', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 },
    { name: 'vm3', arrivalRatePerSecond: 170, serviceTimeSeconds: 0.0017 },
  ],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  physicalCpus: 1,
}
const weights = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }

/** Measured peaks of 100, 100 and 20 ms against the targets. */
async function told(
  targetsMs: [number, number, number],
  asked: Partial<AnalysisOptions>,
  used: Forecaster = 'delay-aware',
) {
  const options = AnalysisOptions.parse(asked)
  const targets = targetsMs.map((responseTimeMs, i) => ({
    domain: `vm${i + 1}`,
    responseTimeMs,
    throughputPerSecond: null,
  }))
  const peaks = targets.map(
    ({ domain, responseTimeMs }, i): DomainPeak => ({
      name: domain,
      peakResponseTimeSeconds: [0.1, 0.1, 0.02][i]!,
      peakThroughputPerSecond: 45,
      offeredPeakPerSecond: 45,
      target: { responseTimeSeconds: responseTimeMs / 1000 },
    }),
  )
  const { recommendation, finding, objectives, notes } = await recommend({
    ...{ load, weights, peaks, targets, options, used, twinEvaluations: 0 },
    predictors: formulaPredictors(load, weights, {}),
    measured: new Map([
      ['vm1', 0.06],
      ['vm2', 0.06],
      ['vm3', 0.012],
    ]),
  })
  const verdict = tellVerdict(decideVerdict(peaks, options.decisionRule), peaks, finding)
  return {
    ...{ recommendation: recommendation!, objectives: objectives!, notes },
    ...{ ...verdict, codes: verdict.reasons.map((r) => r.code) },
  }
}

describe('what the verdict says of the recommended weights', () => {
  it('they keep every target', async () => {
    const { verdict, headline, codes } = await told([90, 150, 40], {})
    expect(verdict).toBe('reweight')
    expect(headline).toContain('predicted to keep every target')
    expect(codes).toContain('weights-meet-targets')
  })

  it('says what the predicted times rest on', async () => {
    const anchored = await told([90, 150, 40], {})
    const unanchored = await told([90, 150, 40], { anchored: false })
    expect(anchored.recommendation.notes[0]).toContain('ratio of the formula')
    expect(unanchored.recommendation.notes[0]).toContain('not comparable')
    const [vm1] = anchored.recommendation.domains
    const formulaNow = unanchored.recommendation.domains[0]!.predictedBeforeMs!
    expect(vm1!.predictedMs).toBeCloseTo((100 * vm1!.formulaMs!) / formulaNow, 9)
  })

  it('raising the violator alone pushes another over its target', async () => {
    const told105 = await told([80, 105, 120], { mode: 'raise-violator-only' })
    expect(told105.verdict).toBe('reweight')
    expect(told105.headline).toContain('leave vm2 over target')
    expect(told105.codes).toContain('weights-miss-targets')
    expect(told105.codes).not.toContain('weights-meet-targets')
  })

  it('the least total delay leaves the violator where it is', async () => {
    const { headline, codes } = await told([70, 150, 120], { mode: 'minimise-total-delay' })
    expect(headline).toContain('leave vm1 over target')
    expect(codes).not.toContain('weights-meet-targets')
  })

  it('nothing changes where the violator must not be raised', async () => {
    const options = { mode: 'raise-violator-only', excluded: ['vm1'] } as const
    const { headline, codes, recommendation } = await told([80, 150, 120], {
      ...options,
      excluded: [...options.excluded],
    })
    expect(headline).not.toContain('Other weights')
    expect(codes).toEqual(expect.arrayContaining(['no-better-weights', 'weights-miss-targets']))
    expect(recommendation.notes.join()).toContain('No domain that may be raised')
  })

  it('bounds that forbid what is needed are named beside the migration', async () => {
    const bounds = [{ domain: 'vm1', minShare: null, maxShare: 0.35 }]
    const { verdict, headline, recommendation } = await told([80, 150, 120], { bounds })
    expect(verdict).toBe('migrate')
    expect(headline).toContain('No weights within the bounds asked for')
    expect(recommendation.proof.statement).toContain('within the bounds asked for')
  })

  it('a sum over the targets is no proof that no weights keep them', async () => {
    const { verdict, headline, codes } = await told([90, 100.1, 20.1], { anchored: false })
    expect(verdict).toBe('migrate')
    expect(codes).toEqual(expect.arrayContaining(['sum-over-targets', 'weights-meet-targets']))
    expect(headline).toContain('yet there are weights')
  })

  it('measured times carried over to other weights may keep what the sum gives up', async () => {
    const { verdict, headline, codes } = await told([70, 110, 38], { stepShare: 0.01 })
    expect(verdict).toBe('reweight')
    expect(headline).toContain('Other weights are predicted to keep every target')
    expect(codes).toEqual(expect.arrayContaining(['sum-over-targets', 'sum-test-overruled']))
  })

  it('weights in force between the steps may keep what no step of the grid keeps', async () => {
    const { verdict, recommendation } = await told([101, 101, 20.2], {})
    expect(verdict).toBe('ok')
    expect(recommendation.status).toBe('infeasible')
    expect(recommendation.proof.statement).toContain('The weights in force are: keep them.')
  })
})

describe('weights by another model than the published formula', () => {
  it('are found by trying all of the grid, and keep every target by that model', async () => {
    const { recommendation, verdict, codes } = await told([90, 150, 40], {}, 'sdps')
    expect(recommendation).toMatchObject({ status: 'optimal', estimator: 'sdps' })
    expect(recommendation.proof.engine).toBe('enumeration')
    expect(recommendation.proof.gap!).toBeLessThanOrEqual(1 / 0.98 - 1)
    expect(recommendation.proof.statement).toContain('Every allocation of the grid was tried')
    expect(recommendation.notes[0]).toContain('Self-consistent sharing')
    for (const domain of recommendation.domains) {
      expect(domain.meetsTarget).toBe(true)
      expect(domain.predictedMs!).toBeLessThanOrEqual(domain.targetMs!)
    }
    expect(verdict).toBe('reweight')
    expect(codes).toContain('weights-meet-targets')
  })

  it('say migrate when that model knows no weights that keep the targets', async () => {
    const { recommendation, verdict } = await told([30, 30, 10], {}, 'sdps')
    expect(verdict).toBe('migrate')
    expect(recommendation).toMatchObject({ status: 'infeasible', estimator: 'sdps' })
    expect(recommendation.conflicts.length).toBeGreaterThan(0)
  })

  it('leave the least raise of violators to the formula, and say so', async () => {
    const options = { mode: 'raise-violator-only' } as const
    const { recommendation, notes } = await told([80, 150, 120], options, 'sdps')
    expect(recommendation.estimator).toBe('delay-aware')
    expect(notes.map(({ code }) => code)).toContain('recommended-by-formula')
  })
})

describe('what each objective would choose', () => {
  it('is shown with what every model expects of it', async () => {
    const { objectives } = await told([90, 150, 40], {}, 'sdps')
    expect(objectives.map(({ objective, method }) => [objective, method])).toEqual([
      ['delay-aware', 'proven'],
      ['sdps', 'enumerated'],
    ])
    for (const { outlook } of objectives) {
      expect(outlook.map(({ estimator }) => estimator)).toEqual(['delay-aware', 'sdps'])
    }
    const meanBy = (objective: string, estimator: string) =>
      objectives
        .find((each) => each.objective === objective)!
        .outlook.find((each) => each.estimator === estimator)!.meanMs!
    expect(meanBy('sdps', 'sdps')).toBeLessThanOrEqual(meanBy('delay-aware', 'sdps'))
  })

  it('carries measured means over to other weights in the ratio of each model', async () => {
    const { objectives, recommendation } = await told([90, 150, 40], {}, 'sdps')
    const [vm1] = objectives[1]!.outlook[1]!.domains
    const [advised] = recommendation.domains
    // Measured: a mean of 60 ms, a peak of 100 ms.
    expect(vm1!.responseTimeMs! / 60).toBeCloseTo(advised!.predictedMs! / 100, 9)
    expect(vm1!.meetsTarget).toBe(true)
  })
})
