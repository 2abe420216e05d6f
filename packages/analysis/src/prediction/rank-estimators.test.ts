import { describe, expect, it } from 'vitest'
import { type EstimatorId, FORECASTERS } from '../catalogue.ts'
import type { EstimatorError } from '../estimates/score-windows.ts'
import type { Predictors } from './predictors.ts'
import { type RankInput, rankEstimators } from './rank-estimators.ts'

const errorOf = (
  estimator: EstimatorId,
  medianApe: number | null,
  windows = 60,
): EstimatorError => ({
  estimator,
  windows,
  medianApe,
  domain: null,
  mape: medianApe === null ? null : medianApe * 1.5,
  biasSeconds: 0.001,
  notValid: [],
})

const usableBut = (...without: string[]): Predictors =>
  Object.fromEntries(
    FORECASTERS.filter((id) => !without.includes(id)).map((id) => [id, () => new Map()]),
  )

const rank = (errors: EstimatorError[], changes: Partial<RankInput> = {}) =>
  rankEstimators({
    errors,
    compared: 60,
    usable: usableBut(),
    asked: 'best',
    ofPercentile: false,
    ...changes,
  })

const usual = [
  errorOf('delay-aware', 0.7),
  errorOf('sandpiper', 6),
  errorOf('measured-wait', 0.05),
  errorOf('delay-aware-calibrated', 0.2),
  errorOf('sdps', 0.15),
]

describe('rankEstimators', () => {
  it('sorts by the median error and uses the closest that can forecast', () => {
    const { used, best, estimators, reasons } = rank(usual)
    expect(estimators.map(({ estimator }) => estimator)).toEqual([
      'measured-wait',
      'sdps',
      'delay-aware-calibrated',
      'delay-aware',
      'sandpiper',
    ])
    expect([used, best]).toEqual(['sdps', 'sdps'])
    expect(estimators[0]!.estimator).toBe('measured-wait')
    expect(reasons).toEqual([{ code: 'closest', closest: estimators[1] }])
    expect(estimators[1]).toMatchObject({ windows: 60, medianApe: 0.15 })
  })

  it('does not call an estimator best that answered fewer than half of the windows', () => {
    const { best, estimators } = rank([...usual.slice(0, 4), errorOf('sdps', 0.01, 29)])
    // The calibrated formula has an estimate too, but its predictions for other weights are not
    // proven.
    expect(best).toBeNull()
    expect(estimators[0]).toMatchObject({ estimator: 'sdps', windows: 29, tooFew: true })
  })

  it('does not use an estimator without an answer for the range, and gives the reason', () => {
    const { used, best, reasons } = rank(usual, { usable: usableBut('sdps') })
    expect([used, best]).toEqual(['twin', 'sdps'])
    expect(reasons[0]).toEqual({ code: 'closest-has-no-answer', estimator: 'sdps' })
  })

  it('uses the operator’s choice, and names the closest as well', () => {
    const { used, best, reasons } = rank(usual, { asked: 'delay-aware' })
    expect([used, best]).toEqual(['delay-aware', 'sdps'])
    expect(reasons).toMatchObject([{ code: 'chosen', closest: { estimator: 'sdps' } }])
  })

  it('cannot use SandPiper for other weights, even on request', () => {
    const { used, reasons } = rank(usual, { asked: 'sandpiper' })
    expect(used).toBe('sdps')
    expect(reasons[0]).toEqual({
      code: 'asked-cannot-forecast',
      estimator: 'sandpiper',
    })
  })

  it('falls back on an estimator that responds to the load where nothing was measured', () => {
    const errors = usual.map(({ estimator }) => errorOf(estimator, null, 0))
    const { used, best, reasons } = rank(errors, { compared: 0 })
    expect([used, best]).toEqual(['twin', null])
    expect(reasons).toEqual([{ code: 'nothing-measured' }])
  })

  describe('for targets of a percentile', () => {
    const withTwin = [...usual, errorOf('twin', 0.3)]

    it('uses the twin, because formulas only derive percentiles from means, and gives its error', () => {
      const { used, best, reasons, estimators } = rank(withTwin, { ofPercentile: true })
      expect([used, best]).toEqual(['twin', 'sdps'])
      const error = estimators.find(({ estimator }) => estimator === 'twin')
      expect(reasons).toEqual([{ code: 'only-with-percentiles', error }])
      expect(rank(withTwin).used).toBe('sdps')
    })

    it('gives no error of the twin where none is known', () => {
      const { reasons } = rank(usual, { ofPercentile: true })
      expect(reasons).toEqual([{ code: 'only-with-percentiles', error: null }])
    })

    it('uses a formula where the twin has no answer, or on request', () => {
      const without = rank(withTwin, { ofPercentile: true, usable: usableBut('twin') })
      expect(without.used).toBe('sdps')
      expect(without.reasons.map(({ code }) => code)).toEqual(['closest'])
      const asked = rank(withTwin, { ofPercentile: true, asked: 'delay-aware' })
      expect([asked.used, asked.reasons[0]!.code]).toEqual(['delay-aware', 'chosen'])
    })

    it('also says why another estimator was not used on request', () => {
      const { used, reasons } = rank(withTwin, { ofPercentile: true, asked: 'sandpiper' })
      expect(used).toBe('twin')
      expect(reasons.map(({ code }) => code)).toEqual([
        'asked-cannot-forecast',
        'only-with-percentiles',
      ])
    })
  })
})
