import { describe, expect, it } from 'vitest'
import type { EstimatorId, Forecaster } from '../catalogue.ts'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { basisOf, withAdvised } from './basis-of.ts'
import { predictorsOf } from './predictors.fixture.ts'
import type { MeasuredByDomain, Predictors } from './predictors.ts'
import type { RankedEstimator } from './rank-estimators.ts'

const { load, weights } = exampleLoad()
/** Of the mean, the model says 50 ms for either. */
const measured: MeasuredByDomain = new Map([
  ['vm1', { mean: 0.06, p95: 0.2, p99: 0.3 }],
  ['vm2', { mean: null, p95: null, p99: null }],
])

const ranked = (...ids: EstimatorId[]) =>
  ids.map((estimator) => ({ estimator }) as unknown as RankedEstimator)

async function found({
  used = 'sdps' as Forecaster,
  closest = ranked('sdps', 'delay-aware-calibrated', 'delay-aware'),
  without = [] as Forecaster[],
  anchored = true,
  statistic = 'mean' as 'mean' | 'p95',
  rate = 40,
} = {}) {
  const domains = load.domains.map((each) => ({ ...each, arrivalRatePerSecond: rate }))
  const { predictors } = await predictorsOf({ ...load, domains }, weights)
  const usable = Object.fromEntries(
    Object.entries(predictors).filter(([id]) => !without.includes(id as Forecaster)),
  ) as Predictors
  return basisOf(
    { weights, targets: { statistic, worst: { vm1: 1.3 } } },
    {
      ranking: { used, best: used, reasons: [], compared: 10, estimators: closest },
      predictors: usable,
      measured,
      anchored,
      hostUtilisation: 0.8,
      outcomes: [0.1],
    },
  )
}

describe('the basis of predictions', () => {
  it('has the predictor’s times now, and its errors where something was measured', async () => {
    const basis = await found()
    expect(basis).toMatchObject({ by: 'sdps', quick: 'sdps', statistic: 'mean', advised: null })
    expect(basis.outcomes).toEqual([0.1])
    expect(basis.worst).toEqual({ vm1: 1.3 })
    expect(basis.now.vm1!.seconds).toBeCloseTo(0.05, 9)
    expect(basis.errors).toEqual([expect.closeTo(Math.log(0.06 / 0.05), 9)])
  })

  it('scales towards what was measured only when that is asked for', async () => {
    const { anchors } = await found()
    expect(anchors.vm1).toBeGreaterThan(1)
    expect(anchors.vm1).toBeLessThan(1.2)
    expect(anchors.vm2).toBe(1)
    expect((await found({ anchored: false })).anchors).toEqual({})
  })

  it('refers to the statistic of the targets throughout', async () => {
    const basis = await found({ statistic: 'p95' })
    const p95 = 0.05 * Math.log(20)
    expect(basis.now.vm1!.seconds).toBeCloseTo(p95, 9)
    expect(basis.errors).toEqual([expect.closeTo(Math.log(0.2 / p95), 9)])
  })

  it('knows how far another recording as long as this one would differ by chance', async () => {
    // Whitt: sqrt(2 (1 + rho) x / (rho (1 - rho)^2 t)) for rho = 0.8, x = 10 ms and five minutes.
    const relative = Math.sqrt((2 * 1.8 * 0.01) / (0.8 * 0.04 * 300))
    const { chance } = await found()
    expect(chance.vm1).toBeCloseTo(Math.sqrt(Math.log1p(relative ** 2)), 6)
    expect((await found({ used: 'twin', statistic: 'p95' })).chance).toEqual(chance)
  })

  it('sets a bound to that chance on a full host', async () => {
    const { chance } = await found({ used: 'delay-aware', rate: 60 })
    expect(chance).toEqual({ vm1: 0.85, vm2: 0.85 })
  })

  it('has the spread between the twin’s runs, and a formula that answers at once', async () => {
    const basis = await found({ used: 'twin' })
    expect(basis.now.vm1).toMatchObject({ runs: 5 })
    expect(basis.now.vm1!.logSpread).toBeGreaterThan(0)
    expect(basis.quick).toBe('sdps')
  })

  it('answers at once with a proven formula before others, with the published one at the least', async () => {
    const closest = ranked('delay-aware-calibrated', 'delay-aware', 'sdps')
    expect((await found({ used: 'twin', closest })).quick).toBe('sdps')
    const without: Forecaster[] = ['sdps']
    expect((await found({ used: 'twin', closest, without })).quick).toBe('delay-aware')
    expect((await found({ used: 'delay-aware', closest })).quick).toBe('delay-aware')
  })

  it('keeps the predictor’s times under the advised weights', async () => {
    const basis = await found()
    const advised = { 'Domain-0': 256, vm1: 512, vm2: 256 }
    const time = { seconds: 0.03, logSpread: 0, runs: 1 }
    const { advised: kept, ...rest } = withAdvised(basis, advised, new Map([['vm1', time]]))
    expect(kept).toEqual({ weights: advised, times: { vm1: time } })
    expect({ ...rest, advised: null }).toEqual(basis)
  })
})
