import type { DomainState, HostInventory } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { inventoryOfHosts, type MemberHost } from './inventory-of-hosts.ts'

const pool = { id: 'p', name: 'pair' }

function domain(name: string, more: Partial<DomainState> = {}): DomainState {
  return {
    uuid: `UUID-OF-${name}`,
    id: name === 'Domain-0' ? 0 : 1,
    name,
    vCpus: 2,
    memoryMb: 256,
    state: '-b----',
    cpuTimeSeconds: 1,
    cpupool: 'Pool-0',
    weight: 512,
    cap: 50,
    reservation: null,
    vCpuPlacement: [],
    ...more,
  }
}

function member(
  id: string,
  domains: DomainState[],
  inventory: Partial<HostInventory> = {},
  isConnected = true,
): MemberHost & { inventory: HostInventory } {
  return {
    id,
    name: `name of ${id}`,
    address: `192.0.2.${id}`,
    isConnected,
    inventory: {
      readAt: '2026-11-29T10:00:00.000Z',
      xenVersion: '4.17.7',
      hostName: 'xen0',
      scheduler: 'credit',
      pCpus: 4,
      totalMemoryMb: 2048,
      freeMemoryMb: 616,
      cpupools: [],
      domains: [domain('Domain-0'), ...domains],
      ...inventory,
    },
  }
}

it('composes hosts and their guests, with the id of a host as the UUID of the member', () => {
  const { hosts, guests, doubts, ...rest } = inventoryOfHosts(pool, [
    member('1', [domain('web')]),
    member('2', []),
  ])
  expect(hosts[0]).toMatchObject({
    uuid: '1',
    name: 'name of 1',
    address: '192.0.2.1',
    isLive: true,
    pCpus: 4,
    memoryTotalBytes: 2048 * 1024 ** 2,
    memoryFreeBytes: 616 * 1024 ** 2,
    xenVersion: '4.17.7',
    domain0: { uuid: 'uuid-of-domain-0', vCpus: 2, memoryBytes: 256 * 1024 ** 2 },
  })
  expect(guests).toMatchObject([
    { uuid: 'uuid-of-web', powerState: 'running', hostUuid: '1', weight: 512, cap: 50, vCpus: 2 },
  ])
  expect(guests[0]).toMatchObject({ canMove: true, domainId: 1, storageUuids: [] })
  expect([doubts, rest.storage, rest.pool]).toMatchObject([[], [], { uuid: 'p', name: 'pair' }])
})

it.each([
  ['r-----', 'running'],
  ['------', 'running'],
  ['--p---', 'paused'],
  ['---s--', 'suspended'],
  ['----c-', 'halted'],
  ['-----d', 'halted'],
])('a guest in state %s is %s', (state, powerState) => {
  const { guests } = inventoryOfHosts(pool, [member('1', [domain('web', { state })])])
  expect(guests[0]).toMatchObject({ powerState, canMove: powerState === 'running' })
})

it('leaves out a domain that xl is handing over', () => {
  const half = [domain('web--incoming'), domain('old--migratedaway'), domain('(null)')]
  expect(inventoryOfHosts(pool, [member('1', half)]).guests).toEqual([])
})

it('a guest that two readings have is where the newer one has it', () => {
  const later = { readAt: '2026-11-29T10:01:00.000Z' }
  for (const members of [
    [member('1', [domain('web')]), member('2', [domain('web')], later)],
    [member('2', [domain('web')], later), member('1', [domain('web')])],
  ])
    expect(inventoryOfHosts(pool, members).guests).toMatchObject([{ hostUuid: '2' }])
})

it('what a lost host had free is not known, and its reading makes the others not old', () => {
  const old = { readAt: '2026-11-29T09:00:00.000Z' }
  const { hosts, readAt } = inventoryOfHosts(pool, [
    member('1', [], old, false),
    member('2', []),
    member('3', [], { readAt: '2026-11-29T10:01:00.000Z' }),
  ])
  expect(hosts[0]).toMatchObject({ isLive: false, memoryFreeBytes: null, pCpus: 4 })
  expect(readAt).toBe('2026-11-29T10:00:00.000Z')
})

it('a reading of an earlier version does not say what is free', () => {
  const { freeMemoryMb: _, ...before } = member('1', []).inventory
  const { hosts } = inventoryOfHosts(pool, [{ ...member('1', []), inventory: before }])
  expect(hosts[0]).toMatchObject({ isLive: true, memoryFreeBytes: null })
})

it('a host that was never read is there, and nothing is known of it', () => {
  const { hosts, guests } = inventoryOfHosts(pool, [{ ...member('1', []), inventory: null }])
  expect(hosts).toMatchObject([{ uuid: '1', pCpus: null, domain0: null }])
  expect(guests).toEqual([])
})
