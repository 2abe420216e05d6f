import type { DomainState, HostInventory } from '@steelyard/xen'
import { describe, expect, it } from 'vitest'
import { eventsBetween, type HostAsRead } from './note-events.ts'

const domain = (name: string, id: number, more: Partial<DomainState> = {}) =>
  ({
    name,
    id,
    uuid: `uuid of ${name}`,
    weight: 256,
    cap: 0,
    cpuTimeSeconds: 10,
    ...more,
  }) as DomainState
const inventory = (...domains: DomainState[]) => ({ domains }) as HostInventory
const asRead = (...domains: DomainState[]) =>
  ({
    inventory: inventory(...domains),
    domains: domains.map(({ id, uuid, ...rest }) => ({ ...rest, xenId: id, xenUuid: uuid })),
  }) as unknown as HostAsRead

const DOMAIN_0 = domain('Domain-0', 0)
const kinds = (before: HostAsRead, ...now: DomainState[]) =>
  eventsBetween(before, inventory(...now)).map((event) => [event.kind, event.domain])

describe('between two readings', () => {
  const before = asRead(DOMAIN_0, domain('vm1', 1), domain('vm2', 2))

  it('nothing happened to a host that stayed as it was, or was never read before', () => {
    const later = { ...DOMAIN_0, cpuTimeSeconds: 11 }
    expect(kinds(before, later, domain('vm1', 1), domain('vm2', 2))).toEqual([])
    expect(kinds({ inventory: null, domains: [] }, DOMAIN_0)).toEqual([])
  })

  it('weights and caps changed', () => {
    const vm1 = domain('vm1', 1, { weight: 512, cap: 50 })
    expect(eventsBetween(before, inventory(DOMAIN_0, vm1, domain('vm2', 2)))).toEqual([
      { kind: 'weight', domain: 'vm1', detail: { before: 256, after: 512 } },
      { kind: 'cap', domain: 'vm1', detail: { before: 0, after: 50 } },
    ])
  })

  it('domains came, went and were restarted', () => {
    expect(kinds(before, DOMAIN_0, domain('vm1', 5), domain('vm3', 6))).toEqual([
      ['domain-restarted', 'vm1'],
      ['domain-appeared', 'vm3'],
      ['domain-gone', 'vm2'],
    ])
  })

  it('the host was rebooted, if Domain-0 has had less CPU time than before', () => {
    const rebooted = { ...DOMAIN_0, cpuTimeSeconds: 3 }
    expect(kinds(before, rebooted, domain('vm1', 1), domain('vm2', 2))).toEqual([
      ['host-rebooted', null],
    ])
  })
})
