import { expect, it } from 'vitest'
import { aDomain } from '../../lib/testing/fixtures.ts'
import { payersOf, payerWords } from './payers-of.ts'

const target = (responseTimeMs: number | null, isSoft = false) => ({
  responseTimeMs,
  throughputPerSecond: null,
  isSoft,
})
const domains = [
  aDomain('Domain-0', { weight: 512 }),
  aDomain('vm1', { weight: 200, target: target(100) }),
  aDomain('vm2', { weight: 200, target: target(2500, true) }),
  aDomain('vm3', { weight: 600, target: target(null) }),
  aDomain('old', { weight: 600, gone: true }),
]

it('says of each guest how far it pays in shares with Domain-0, and those without a target first', () => {
  expect(payersOf({ domains }, { payers: null }).map(payerWords)).toEqual([
    'vm2: share from 13 % down to 0.33 %, and no slower than its soft target of 2,500 ms where that is enough for the others.',
    'vm3 has no target: share from 40 % down to 0.33 %, however slow it becomes.',
    'vm1 has a target: share from 13 % down to 0.33 %, where nobody else can pay.',
  ])
})

it('leaves out who may not pay', () => {
  const payers = [{ domain: 'vm3', leastShare: 0.7 }]
  expect(payersOf({ domains }, { payers }).map(payerWords)).toEqual([
    'vm3 has no target: keeps its share of 40 %, however slow it becomes.',
  ])
  expect(payersOf({ domains }, { payers: [] })).toEqual([])
})

it('speaks of no share where weights are not known', () => {
  const unread = [aDomain('vm1', { weight: null, target: target(null) })]
  expect(payersOf({ domains: unread }, { payers: null }).map(payerWords)).toEqual([
    'vm1 has no target: down to 0.50 % of the guests’ weights, however slow it becomes.',
  ])
})
