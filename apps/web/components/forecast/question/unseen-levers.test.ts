import type { Forecast } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { estimators } from '../../../lib/testing/estimators.ts'
import { unseenBy } from './unseen-levers.ts'

const all = ['sdps', 'delay-aware-calibrated', 'delay-aware'] as const
const notSeen = [
  { lever: 'tslice', estimators: [...all] },
  { lever: 'domain-0-weight', estimators: ['sdps'] },
  { lever: 'cap', estimators: ['delay-aware'] },
].map((each) => ({ ...each, asked: false, text: '' })) as Forecast['notSeen']

it('distinguishes levers that no formula takes into account from those that only the shown one ignores', () => {
  expect([...unseenBy({ notSeen }, 'sdps', estimators)]).toEqual([
    ['tsliceMs', 'Only the twin takes it into account.'],
    ['domain0Weight', 'SDPS does not take it into account.'],
  ])
})

it('omits levers that the estimator takes into account, levers of single domains, and those before an answer', () => {
  expect([...unseenBy({ notSeen }, 'delay-aware', estimators).keys()]).toEqual(['tsliceMs'])
  expect(unseenBy(undefined, 'sdps', estimators).size).toBe(0)
})
