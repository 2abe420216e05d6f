import type { HostLoad } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'
import { describe, expect, it } from 'vitest'
import { predictorsOf } from '../prediction/predictors.fixture.ts'
import { type ChooseOptions, chooseWeights, problemFor } from './choose-weights.ts'
import { LEAST_GAIN } from './gate.ts'

function problemOf(domains: number, busy = 0.6): WeightProblem {
  const load: HostLoad = {
    domains: Array.from({ length: domains }, (_, index) => ({
      name: `vm${index + 1}`,
      arrivalRatePerSecond: 20 + 5 * index,
      serviceTimeSeconds: busy / domains / (20 + 5 * index),
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
  const names = load.domains.map(({ name }) => name)
  return {
    load,
    stepShare: 0.1,
    normalisation: 'guests',
    objective: 'mean-slowdown',
    mode: 'free',
    currentWeights: Object.fromEntries(['Domain-0', ...names].map((name) => [name, 256])),
    aloneSeconds: Object.fromEntries(
      load.domains.map(({ name, serviceTimeSeconds }) => [name, serviceTimeSeconds]),
    ),
  }
}

async function optionsFor({ load, currentWeights }: WeightProblem): Promise<ChooseOptions> {
  return {
    ...(await predictorsOf(load, currentWeights)),
    measured: new Map(),
    sight: 'client',
    targetStatistic: 'p95',
    anchored: true,
    starts: [],
    guide: null,
    timeLimitSeconds: 20,
  }
}

describe('chooseWeights', () => {
  it('proves, tries all or races, as each model allows', async () => {
    const problem = problemOf(3)
    const options = await optionsFor(problem)
    const total = { ...problem, objective: 'total-delay' as const }
    const engines = [
      (await chooseWeights('delay-aware', total, options)).proof.engine,
      (await chooseWeights('sdps', problem, options)).proof.engine,
      (await chooseWeights('twin', problem, options)).proof.engine,
    ]
    expect(engines[0]).toMatch(/milp|relaxation/)
    expect(engines.slice(1)).toEqual(['enumeration', 'enumeration'])
  })

  it('finds by the twin what it finds by SDPS where the two agree', async () => {
    const problem = problemOf(3, 0.9)
    const options = await optionsFor(problem)
    const [sdps, twin] = [
      await chooseWeights('sdps', problem, options),
      await chooseWeights('twin', problem, options),
    ]
    expect(twin.weights).toEqual(sdps.weights)
    expect(twin.objective.after!).toBeLessThan(twin.objective.before! * 1.0001)
  })

  it('races among the allocations that SDPS ranks best where there are too many for the twin', async () => {
    const problem = { ...problemOf(5, 0.9), stepShare: 0.05 }
    const found = await chooseWeights('twin', problem, await optionsFor(problem))
    expect(found).toMatchObject({
      status: 'not-proven',
      proof: { cause: { code: 'too-many-allocations' } },
    })
    expect(found.objective.after!).toBeLessThanOrEqual(found.objective.before!)
  })

  it.each(['meet-targets', 'mean-slowdown', 'mean-over-requests', 'total-delay'] as const)(
    'reports the largest possible distance from the optimum where a grid is too large: %s',
    async (objective) => {
      const asked = { ...problemOf(32, 0.9), stepShare: 0.01, objective }
      const targets = { vm1: 0.03, vm2: 0.03, vm32: 0.03 }
      const problem = objective === 'meet-targets' ? { ...asked, targets } : asked
      const found = await chooseWeights('sdps', problem, await optionsFor(problem))
      // All targets can be met, so the slowdown decides.
      const most = objective === 'meet-targets' ? 1 : found.objective.before!
      expect(found.objective.after!).toBeLessThanOrEqual(most)
      const { bound, gap, gridValue, cause } = found.proof
      expect(bound!).toBeGreaterThan(0)
      expect(gap!).toBeCloseTo(gridValue! / bound! - 1, 12)
      if (objective === 'total-delay') {
        // All domains have the same demand, so hardly anything can be gained; the bounds prove that
        // much.
        expect(found.status).toBe('optimal')
        expect(gap!).toBeLessThan(1 / (1 - LEAST_GAIN) - 1)
      } else {
        expect(found.status).toBe('not-proven')
        expect(cause).toMatchObject({ gap: expect.closeTo(gap!, 12) })
      }
    },
  )

  it.each([20, 40, 64])(
    'adapts the step for %d domains, and reports it, with each model',
    async (n) => {
      const problem = { ...problemOf(n), stepShare: 0.05 }
      const options = await optionsFor(problem)
      for (const [by, objective] of [
        ['sdps', 'mean-slowdown'],
        ['delay-aware', 'total-delay'],
      ] as const) {
        const found = await chooseWeights(by, { ...problem, objective }, options)
        expect(found.stepShare).toBeCloseTo(1 / (2 * n), 12)
        const said = found.warnings.find(({ code }) => code === 'step-adjusted')
        expect(said).toMatchObject({
          steps: 2 * n,
          stepShare: expect.closeTo(1 / (2 * n), 12),
          askedStepShare: 0.05,
        })
      }
    },
  )

  it('scales what a model says towards what was measured', async () => {
    const problem = problemOf(3)
    const options = await optionsFor(problem)
    const measured = new Map([['vm1', { mean: 1, p95: 3, p99: 5 }]])
    const plain = await chooseWeights('sdps', problem, options)
    const scaled = await chooseWeights('sdps', problem, { ...options, measured })
    const before = ({ predicted }: typeof plain) => predicted[0]!
    expect(before(plain).predictedSeconds).toBe(before(plain).modelSeconds)
    expect(before(scaled).predictedSeconds!).toBeGreaterThan(2 * before(scaled).modelSeconds!)
  })
})

describe('problemFor', () => {
  it('compares targets of percentiles with means in the proportion of the two', async () => {
    const problem = { ...problemOf(2), targets: { vm1: 0.3 } }
    const options = await optionsFor(problem)
    const { sdps } = options.predictors
    const { targets } = await problemFor(sdps!, problem, { ...options, anchored: false })
    // For an exponential distribution the 95th percentile is ln 20 times the mean.
    expect(targets!.vm1).toBeCloseTo(0.3 / Math.log(20), 9)
    const same = await problemFor(sdps!, problem, { ...options, sight: 'p95' })
    expect(same.targets).toEqual({ vm1: 0.3 })
  })
})

describe('predictors', () => {
  it('include those that have an answer, and always the published formula', async () => {
    const calm = problemOf(2)
    const full = problemOf(2, 1.2)
    const known = async ({ load, currentWeights }: WeightProblem) =>
      Object.keys((await predictorsOf(load, currentWeights)).predictors)
    expect(await known(calm)).toEqual(['sdps', 'delay-aware', 'twin'])
    expect(await known(full)).toEqual(['delay-aware'])
  })
})
