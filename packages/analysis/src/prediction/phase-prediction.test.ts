import { describe, expect, it } from 'vitest'
import { twinHost } from '../twin/twin-host.fixture.ts'
import { exampleBasis } from './example-basis.fixture.ts'
import { phasePrediction } from './phase-prediction.ts'
import { predictionLeftAlone } from './predictor-basis.ts'

const distribution = (mean: number) => ({
  count: 100,
  mean,
  standardDeviation: 0,
  p50: mean,
  p90: mean,
  p95: 2 * mean,
  p99: 3 * mean,
  max: 4 * mean,
})
const runs = [0.05, 0.06, 0.07].map(distribution)
const anchored = exampleBasis(twinHost(), { anchors: { vm1: 1.5 }, chance: { vm1: 0.1 } })

describe('the prediction for a phase', () => {
  it('is that of other loads under the same weights, from the mean over the runs', () => {
    const prediction = phasePrediction(anchored, 'vm1', runs)!
    const time = { seconds: 0.06, logSpread: expect.any(Number), runs: 3 }
    const spread = Math.sqrt(
      runs.reduce(
        (sum, { mean }) => sum + (Math.log(mean) - Math.log(0.05 * 0.06 * 0.07) / 3) ** 2,
        0,
      ) / 2,
    )
    const expected = predictionLeftAlone({ ...anchored, chance: {} }, 'vm1', {
      ...time,
      logSpread: spread,
    })!
    expect(prediction.seconds).toBeCloseTo(0.09, 10)
    expect(prediction.lowSeconds).toBeCloseTo(expected.lowSeconds, 10)
    expect(prediction.highSeconds).toBeCloseTo(expected.highSeconds, 10)
  })

  it('is in the statistic of the basis, of the whole phase and not of its worst window', () => {
    const p95 = { ...anchored, statistic: 'p95' as const }
    const plain = phasePrediction(p95, 'vm1', runs)!
    expect(plain.seconds).toBeCloseTo(0.18, 10)
    const inWindows = {
      ...p95,
      worst: { vm1: 2 },
      now: { vm1: { seconds: 0.12, logSpread: 0.05, runs: 5 } },
    }
    expect(phasePrediction(inWindows, 'vm1', runs)!.seconds).toBeCloseTo(0.18, 10)
  })

  it('is none of a formula, nor without answers', () => {
    expect(phasePrediction({ ...anchored, by: 'sdps' }, 'vm1', runs)).toBeNull()
    expect(phasePrediction(anchored, 'vm1', [])).toBeNull()
  })
})
