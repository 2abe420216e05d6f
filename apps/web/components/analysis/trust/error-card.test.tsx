import type { EstimatorError, EstimatorId, Ranking } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aResult } from '../../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { ErrorCard } from './error-card.tsx'

const error = (more: Partial<EstimatorError>): EstimatorError => ({
  estimator: 'sdps',
  domain: null,
  windows: 60,
  mape: 0.18,
  medianApe: 0.12,
  biasMs: -1.2,
  notValid: [],
  ...more,
})
const ranked = (estimator: EstimatorId, forecasts = true): Ranking['estimators'][number] => ({
  estimator,
  forecasts,
  windows: 60,
  medianApe: 0.12,
  mape: 0.18,
  biasMs: -1.2,
  note: null,
})
const ranking: Ranking = {
  used: 'sdps',
  best: 'sdps',
  reason: '',
  estimators: [ranked('sdps'), ranked('measured-wait', false), ranked('delay-aware')],
}
const card = (...errors: EstimatorError[]) =>
  render(<ErrorCard result={aResult({ errors, ranking })} />)

it('shows every error in numbers, all domains first, and marks the best of the ranking', () => {
  const { html } = card(
    error({ domain: 'vm1' }),
    error({ estimator: 'delay-aware', mape: 0.7 }),
    error({}),
  )
  expect(rowsOf(html).slice(1)).toEqual([
    ['All domains'],
    ['Delay-aware, as published', '60', '70.0 %', '12.0 %', '−1.20 ms', ''],
    ['Queueing formula', '60', '18.0 %', '12.0 %', '−1.20 ms', 'closest on this recording'],
    ['vm1'],
    ['Queueing formula', '60', '18.0 %', '12.0 %', '−1.20 ms', ''],
  ])
})

it('marks an estimator that cannot forecast, however close', () => {
  const { html } = card(error({ estimator: 'measured-wait', mape: 0.01 }), error({}))
  expect(rowsOf(html)[2]?.at(-1)).toBe('cannot forecast')
  expect(rowsOf(html)[3]?.at(-1)).toBe('closest on this recording')
})

it('does not compute a ranking of its own', () => {
  const { html } = card(error({ estimator: 'delay-aware', mape: 0.01, medianApe: 0.01 }), error({}))
  expect(rowsOf(html)[2]?.at(-1)).toBe('')
  expect(rowsOf(html)[3]?.at(-1)).toBe('closest on this recording')
})

it('reports values that an estimator does not vouch for, and missing ones', () => {
  const notValid = [{ windows: 19, reason: 'lie outside what any weights could lead to.' }]
  const { text, html } = card(
    error({ notValid }),
    error({ estimator: 'sandpiper', windows: 0, mape: null, medianApe: null, biasMs: null }),
  )
  expect(rowsOf(html)[2]?.at(-1)).toContain('19 of 60 lie outside what any weights could lead to.')
  expect(text).toContain('SandPiper gave no answer that could be compared with a measurement.')
  expect(text).toContain('measurement. What to know about sandpiper.')
  expect(rowsOf(html)[3]).toEqual(['SandPiper', '0', '–', '–', '–', ''])
})
