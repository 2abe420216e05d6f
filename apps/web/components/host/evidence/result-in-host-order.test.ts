import { expect, it } from 'vitest'
import {
  aDomain,
  aDomainResult,
  adviceFor,
  aHost,
  aRecommendation,
  aResult,
} from '../../../lib/testing/fixtures.ts'
import { resultInHostOrder } from './result-in-host-order.ts'

const host = aHost({ domains: [aDomain('web'), aDomain('db')] })
const error = {
  estimator: 'sdps',
  windows: 1,
  mape: null,
  medianApe: null,
  biasMs: null,
  notValid: [],
}
const { domains, recommendation, errors, objectives } = resultInHostOrder(
  aResult({
    domains: [aDomainResult('db'), aDomainResult('web')],
    recommendation: aRecommendation({ domains: [adviceFor('db'), adviceFor('web')] }),
    errors: [
      { ...error, domain: 'db' },
      { ...error, domain: null },
      { ...error, domain: 'web' },
    ],
    objectives: [
      {
        objective: 'total-delay',
        chosenBy: 'sdps',
        method: 'enumerated',
        statement: '',
        weights: [
          { domain: 'db', weight: 1 },
          { domain: 'web', weight: 2 },
        ],
        worstOverTarget: null,
        outlook: [],
      },
    ],
  }),
  host,
)
const names = (items: readonly { domain: string | null }[] | undefined) =>
  items?.map(({ domain }) => domain)

it('puts the domains of every table in the order of the host', () => {
  expect(names(domains)).toEqual(['web', 'db'])
  expect(names(recommendation?.domains)).toEqual(['web', 'db'])
  expect(names(objectives?.[0]?.weights)).toEqual(['web', 'db'])
})

it('keeps the errors over all domains in front', () => {
  expect(names(errors)).toEqual([null, 'web', 'db'])
})
