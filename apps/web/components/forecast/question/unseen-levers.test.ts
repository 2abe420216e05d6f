import type { Forecast } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { unseenBy } from './unseen-levers.ts'

const all = ['sdps', 'delay-aware-calibrated', 'delay-aware'] as const
const notSeen = [
  { lever: 'tslice', estimators: [...all] },
  { lever: 'domain-0-weight', estimators: ['sdps'] },
  { lever: 'cap', estimators: ['delay-aware'] },
].map((each) => ({ ...each, asked: false, text: '' })) as Forecast['notSeen']

it('tells what no formula sees from what only the shown one does not', () => {
  expect([...unseenBy({ notSeen }, 'sdps')]).toEqual([
    ['tsliceMs', 'Only the twin sees it.'],
    ['domain0Weight', 'SDPS does not see it.'],
  ])
})

it('says nothing of what the estimator sees, of levers of single domains, and before an answer', () => {
  expect([...unseenBy({ notSeen }, 'delay-aware').keys()]).toEqual(['tsliceMs'])
  expect(unseenBy(undefined, 'sdps').size).toBe(0)
})
