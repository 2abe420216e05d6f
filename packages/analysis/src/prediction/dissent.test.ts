import { describe, expect, it } from 'vitest'
import type { EstimatorId, Forecaster } from '../catalogue.ts'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { dissentOf } from './dissent.ts'
import { predictorsOf } from './predictors.fixture.ts'
import type { RankedEstimator } from './rank-estimators.ts'

const { load, weights } = exampleLoad()

/** SDPS says 50 ms for either domain; the predictor is the twin. */
async function asked({
  predictedMs = { vm1: 40, vm2: 40 } as Record<string, number>,
  targetsMs = { vm1: 45, vm2: 60 } as Record<string, number | null>,
  used = 'twin' as Forecaster,
  order = ['measured-wait', 'twin', 'sdps', 'delay-aware'] as EstimatorId[],
  anchored = false,
} = {}) {
  const { predictors } = await predictorsOf(load, weights)
  return dissentOf(
    {
      weights,
      predicted: new Map(
        Object.entries(predictedMs).map(([name, ms]) => [
          name,
          { seconds: ms / 1000, lowSeconds: ms / 2000, highSeconds: ms / 500 },
        ]),
      ),
    },
    {
      ranking: {
        used,
        best: used,
        reasons: [],
        compared: 9,
        estimators: order.map((estimator) => ({ estimator }) as unknown as RankedEstimator),
      },
      predictors,
      measured: new Map([['vm1', { mean: 0.03, p95: 0.1, p99: 0.2 }]]),
      weightsInForce: weights,
      targets: Object.entries(targetsMs).map(([domain, ms]) => ({
        domain,
        responseTimeSeconds: ms === null ? null : ms / 1000,
        throughputPerSecond: null,
      })),
      statistic: 'mean',
      anchored,
    },
  )
}

describe('dissent', () => {
  it('is what the second-best model says the opposite of, target by target', async () => {
    expect(await asked()).toEqual({
      by: 'sdps',
      domains: [
        {
          domain: 'vm1',
          seconds: expect.closeTo(0.05, 9),
          targetSeconds: 0.045,
          meetsTarget: false,
        },
      ],
    })
  })

  it('is also that a target holds which the predictor sees missed', async () => {
    const found = await asked({
      predictedMs: { vm1: 90, vm2: 40 },
      targetsMs: { vm1: 60, vm2: 60 },
    })
    expect(found!.domains).toMatchObject([{ domain: 'vm1', meetsTarget: true }])
  })

  it('is none where both are on the same side, without targets, and without a prediction', async () => {
    expect(await asked({ targetsMs: { vm1: 60, vm2: 60 } })).toBeNull()
    expect(await asked({ targetsMs: { vm1: null } })).toBeNull()
    expect(await asked({ predictedMs: {} })).toBeNull()
  })

  it('is asked of models whose forecasts have held, not of the predictor itself', async () => {
    const found = await asked({ order: ['delay-aware', 'twin', 'sdps'] })
    expect(found!.by).toBe('sdps')
    const other = await asked({ used: 'sdps', order: ['sdps', 'twin', 'delay-aware'] })
    expect(other!.by).toBe('twin')
    expect(await asked({ order: ['twin', 'delay-aware'] })).toBeNull()
  })

  it('is scaled towards the measurements like the predictions', async () => {
    // The anchor lies between 30 / 50 and 1, and takes 50 ms below the target of 45 ms.
    expect(await asked({ anchored: true })).toBeNull()
  })
})
