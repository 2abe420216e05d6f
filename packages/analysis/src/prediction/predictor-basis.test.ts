import { describe, expect, it } from 'vitest'
import { sdpsBasis } from './analysed-host.fixture.ts'
import {
  type PredictionQuestion,
  type PredictorBasis,
  predictionLeftAlone,
  predictionOf,
} from './predictor-basis.ts'

const formula = { seconds: 0.02, logSpread: 0, runs: 1 }
const played = { seconds: 0.02, logSpread: 0.1, runs: 5 }

const predicted = (
  changes: Partial<PredictorBasis> = {},
  time = formula,
  question: PredictionQuestion = 'diagnosis',
) => predictionOf(sdpsBasis(changes), 'vm1', time, question)!

/** Half the width of the interval, as a logarithm. */
const width = (...asked: Parameters<typeof predicted>) => {
  const { lowSeconds, highSeconds } = predicted(...asked)
  return Math.log(highSeconds / lowSeconds) / 2
}

describe('a prediction', () => {
  it('scales the model towards the measurement, with the interval around it', () => {
    const { seconds, lowSeconds, highSeconds } = predicted({ anchors: { vm1: 1.5 } })
    expect(seconds).toBeCloseTo(0.03, 12)
    expect(Math.sqrt(lowSeconds * highSeconds)).toBeCloseTo(0.03, 12)
    expect(predicted({ anchors: { vm2: 1.5 } }).seconds).toBe(0.02)
    expect(width({ anchors: { vm1: 1.5 } })).toBeCloseTo(width(), 12)
  })

  it('does not exist where the model has no finite time', () => {
    expect(predictionOf(sdpsBasis(), 'vm1', null, 'forecast')).toBeNull()
    expect(predictionOf(sdpsBasis(), 'vm1', undefined, 'diagnosis')).toBeNull()
  })

  it('is less certain the more the predictor was off on this recording', () => {
    const by = 'twin' as const
    const widths = [0, 0.05, 0.2, 0.6].map((error) => width({ by, errors: [error, -error, error] }))
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    expect(widths[3]).toBeGreaterThan(1.5 * widths[0]!)
    // A bias is as bad as errors to either side.
    expect(width({ by, errors: [0.2, 0.2, 0.2] })).toBeCloseTo(widths[2]!, 12)
  })

  it('is narrowed and widened only so far by a single recording', () => {
    const by = 'twin' as const
    const perfect = Array.from({ length: 50 }, () => 0)
    const hopeless = Array.from({ length: 50 }, () => 3)
    expect(width({ by, errors: perfect })).toBeGreaterThan(0.5 * width({ by }))
    expect(width({ by, errors: perfect })).toBeLessThan(width({ by }))
    expect(width({ by, errors: hopeless })).toBeLessThan(5 * width({ by }))
    expect(width({ by, errors: hopeless })).toBeGreaterThan(3 * width({ by }))
  })

  it('of a change is less certain the more earlier ones on the host surprised, never more', () => {
    const by = 'twin' as const
    const forecast = (outcomes: readonly number[]) => width({ by, outcomes }, formula, 'forecast')
    const widths = [0.1, 0.3, 0.6].map((error) => forecast([error, -error, error, -error]))
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    expect(widths[2]).toBeGreaterThan(1.3 * forecast([]))
    expect(forecast([0, 0, 0, 0, 0, 0])).toBe(forecast([]))
    expect(forecast(Array.from({ length: 50 }, () => 3))).toBeLessThan(5 * forecast([]))
    // They say nothing of the host as it is.
    expect(width({ by, outcomes: [1, 1, 1] })).toBe(width({ by }))
  })

  it('is less certain of what the host never did than of the host as it is, never more', () => {
    const busy = { by: 'twin' as const, statistic: 'p95' as const, hostUtilisation: 0.9 }
    expect(width(busy, formula, 'forecast')).toBeGreaterThan(width(busy))
    for (const by of ['twin', 'sdps'] as const) {
      for (const statistic of ['mean', 'p95'] as const) {
        for (const hostUtilisation of [0.5, 0.8, 0.9, null]) {
          const basis = { by, statistic, hostUtilisation }
          const ratio = width(basis, formula, 'forecast') / width(basis)
          expect({ ...basis, isWider: ratio > 1 - 1e-9 }).toEqual({ ...basis, isWider: true })
        }
      }
    }
  })

  it('is less certain of a percentile than of a mean, and where the load is unknown', () => {
    const by = 'twin' as const
    expect(width({ by, statistic: 'p95' })).toBeGreaterThan(width({ by, statistic: 'mean' }))
    expect(width({ by, statistic: 'p99' })).toBe(width({ by, statistic: 'p95' }))
    expect(width({ by, hostUtilisation: null })).toBeGreaterThan(
      width({ by, hostUtilisation: 0.5 }),
    )
  })

  it('is never more certain than the trust in its model, however close it came on recordings', () => {
    const exact = { logSpread: 0, values: 1000 }
    const bands = { diagnosis: [exact, exact, exact], forecast: [exact, exact, exact] }
    const both = { mean: bands, tail: bands }
    const { lowSeconds, highSeconds } = predictionOf(
      sdpsBasis({ by: 'twin' }),
      'vm1',
      formula,
      'diagnosis',
      { twin: both, sdps: both },
    )!
    // The normal quantile of a two-sided 90 % interval is 1.6449.
    expect(Math.log(highSeconds / lowSeconds) / 2).toBeGreaterThan(1.6449 * 0.08)
  })

  it('adds the chance of other arrivals, in quadrature, for the domain in question', () => {
    const [without, some, more] = [0, 0.2, 0.4].map((vm1) => width({ chance: { vm1 } })) as [
      number,
      number,
      number,
    ]
    expect((more ** 2 - without ** 2) / (some ** 2 - without ** 2)).toBeCloseTo(4, 9)
    expect(width({ chance: { vm2: 1 } })).toBe(without)
  })

  it('adds the chance between runs; a formula has none', () => {
    const by = 'twin' as const
    expect(width({ by }, played)).toBeGreaterThan(width({ by }, formula))
    expect(width({ by }, { ...played, logSpread: 0.3 })).toBeGreaterThan(width({ by }, played))
    expect(width({ by }, { ...played, runs: 1 })).toBeCloseTo(width({ by }, formula), 12)
  })

  it('of a formula that was never checked on recordings has the spread of its trust', () => {
    expect(width({ by: 'delay-aware' })).toBeGreaterThan(width({ by: 'sdps' }))
  })
})

describe('the analysed host under the load of another time', () => {
  const chance = { vm1: 0.05 }
  const now = { vm1: formula }
  const anchored = sdpsBasis({ anchors: { vm1: 1.5 }, now, chance, errors: [0.4, 0.4] })
  const widthOf = (seconds: number, basis = anchored) => {
    const prediction = predictionLeftAlone(basis, 'vm1', { ...formula, seconds })!
    expect(prediction.seconds).toBeCloseTo(1.5 * seconds, 12)
    return Math.log(prediction.highSeconds / prediction.lowSeconds) / 2
  }
  const forecastOf = (seconds: number) => {
    const { lowSeconds, highSeconds } = predictionOf(
      anchored,
      'vm1',
      { ...formula, seconds },
      'forecast',
    )!
    return Math.log(highSeconds / lowSeconds) / 2
  }

  it('takes as long as measured when it is the same load, but for chance', () => {
    const [certain] = [{ ...anchored, chance: {} }]
    expect(widthOf(0.02, certain)).toBe(0)
    expect(widthOf(0.02)).toBeGreaterThan(0.05)
    expect(widthOf(0.02)).toBeLessThan(0.15)
  })

  it('is the less certain the farther the load has moved the model, at most a forecast', () => {
    const widths = [0.02, 0.022, 0.03, 0.05].map((seconds) => widthOf(seconds))
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    expect(widthOf(0.018)).toBeCloseTo(widthOf(0.02 ** 2 / 0.018), 12)
    expect(widthOf(0.06)).toBeCloseTo(forecastOf(0.06), 12)
    expect(widthOf(0.002)).toBeCloseTo(forecastOf(0.002), 12)
  })

  it('is a forecast where nothing anchors the model', () => {
    const bare = sdpsBasis({ now, chance })
    expect(predictionLeftAlone(bare, 'vm1', formula)).toEqual(
      predictionOf(bare, 'vm1', formula, 'forecast'),
    )
    expect(predictionLeftAlone(anchored, 'vm1', null)).toBeNull()
  })
})
