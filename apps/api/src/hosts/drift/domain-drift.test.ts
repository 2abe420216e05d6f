import type { DomainState, HostInventory } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { type AppliedValues, driftOf, serialiseApplied } from './domain-drift.ts'

const applied: AppliedValues = {
  uuid: 'u1',
  xenId: 4,
  weight: 384,
  cap: 50,
  applicationId: 'a1',
  appliedAt: '2026-11-21T00:00:00.000Z',
}
const asLeft = { applied: { ...applied }, xenUuid: 'u1', xenId: 4, goneAt: null }

type Change = Partial<Parameters<typeof driftOf>[0] & Pick<DomainState, 'weight' | 'cap'>>

function kinds({ weight = 384, cap = 50, ...change }: Change) {
  const domain = { ...asLeft, ...change }
  const found = { uuid: domain.xenUuid, weight, cap, vCpuPlacement: [] as object[] } as DomainState
  return driftOf(domain, { domains: [found] } as HostInventory).map(({ kind }) => kind)
}

it.each<[string, Change, string[]]>([
  ['as it was left', {}, []],
  ['never written to', { applied: null, weight: 1 }, []],
  ['another weight', { weight: 300 }, ['weight']],
  ['another cap', { cap: 0 }, ['cap']],
  ['a scheduler without weights', { weight: null, cap: null }, ['weight', 'cap']],
  ['restarted', { xenId: 9, weight: 256, cap: 0 }, ['recreated', 'weight', 'cap']],
  ['created anew', { xenUuid: 'u2', xenId: 9, weight: 256 }, ['recreated', 'weight']],
  ['restarted with the values in its configuration file', { xenId: 9 }, []],
  ['gone', { goneAt: new Date(), weight: 256 }, ['gone']],
])('a domain %s', (_, change, expected) => {
  expect(kinds(change)).toEqual(expected)
})

it('offers the lines that keep the values through a restart', () => {
  expect(serialiseApplied(applied)).toMatchObject({
    weight: 384,
    affinity: null,
    configLines: ['cpu_weight = 384', 'cap = 50'],
  })
  expect(serialiseApplied(null)).toBeNull()
})
