import type { EstimatorError, Ranking } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { domainsWithErrors, errorRows } from './estimator-errors.ts'

const error = (
  estimator: EstimatorError['estimator'],
  domain: string | null,
  medianApe: number | null,
): EstimatorError => ({
  estimator,
  domain,
  windows: 40,
  mape: medianApe,
  medianApe,
  biasMs: 24,
  notValid: [{ windows: 19, reason: 'lie outside what any weights could lead to' }],
})
const ranked = (estimator: Ranking['used'], medianApe: number, note: string | null = null) => ({
  estimator,
  windows: 60,
  medianApe,
  mape: medianApe,
  biasMs: 1,
  forecasts: true,
  note,
})
const ranking: Ranking = {
  used: 'sdps',
  best: 'sdps',
  reason: '',
  estimators: [ranked('sdps', 0.1, 'Fitted.'), ranked('delay-aware', 2), ranked('sandpiper', 3)],
}
const errors = [
  error('sandpiper', 'vm1', null),
  error('sdps', 'vm1', 0.4),
  error('delay-aware', 'vm1', 0.2),
  error('sdps', null, 0.15),
]
const rows = (domain: string | null) => errorRows({ errors, ranking }, domain)

it('takes the errors over all domains from the ranking, which the choice rests on', () => {
  expect(rows(null).map(({ estimator, medianApe }) => [estimator, medianApe])).toEqual([
    ['sdps', 0.1],
    ['delay-aware', 2],
    ['sandpiper', 3],
  ])
})

it('sorts those of one domain, and an estimator without an answer is last', () => {
  expect(rows('vm1').map(({ estimator }) => estimator)).toEqual([
    'delay-aware',
    'sdps',
    'sandpiper',
  ])
})

it('notes what the ranking notes, and how many answers an estimator does not vouch for', () => {
  const notValid = ['19 of 40 lie outside what any weights could lead to.']
  expect(rows('vm1')[1]).toMatchObject({ note: 'Fitted.', notValid })
  expect(rows(null)[0]).toMatchObject({ note: 'Fitted.', notValid })
  expect(rows(null)[1]!.notValid).toEqual([])
})

it('names each domain once', () => {
  expect(domainsWithErrors({ errors })).toEqual(['vm1'])
})
