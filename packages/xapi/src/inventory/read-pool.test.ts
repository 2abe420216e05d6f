import { afterEach, expect, test } from 'vitest'
import { withPool } from '../session/open-pool.ts'
import { GIBIBYTE, type PoolDouble, type PoolDoubleOptions, poolDouble } from '../testing/index.ts'
import { readPool } from './read-pool.ts'

let double: PoolDouble | undefined
afterEach(() => double?.close())

async function read(options?: PoolDoubleOptions) {
  double = await poolDouble(options)
  return withPool(double.options, (pool) => readPool(pool))
}

test('reads hosts, guests, storage and groups', async () => {
  const { pool, hosts, guests, storage, groups, doubts } = await read({
    hosts: [{ name: 'one' }, { name: 'two', pCpus: 8, memoryBytes: 32 * GIBIBYTE }],
    guests: [
      { name: 'web', params: { weight: '512', cap: '80', mask: '0,1' }, tags: ['shop'] },
      { name: 'db', vCpus: 4, memoryBytes: 2 * GIBIBYTE, haRestartPriority: 'restart' },
      { name: 'off', host: null },
      { name: 'template', isTemplate: true },
    ],
    groups: [{ name: 'keep apart', placement: 'anti_affinity', guests: ['web', 'db'] }],
  })
  expect(doubts).toEqual([])
  expect(pool).toMatchObject({ haEnabled: false, isUpgrading: false, workloadBalancer: null })
  expect(pool.coordinatorUuid).toBe(hosts[0]!.uuid)
  expect(hosts[1]).toMatchObject({
    name: 'two',
    isLive: true,
    isEnabled: true,
    pCpus: 8,
    memoryTotalBytes: 32 * GIBIBYTE,
    domain0: { vCpus: 2 },
  })
  const [web, db, off] = guests
  expect(guests).toHaveLength(3)
  expect(web).toMatchObject({
    powerState: 'running',
    hostUuid: hosts[0]!.uuid,
    domainId: 1,
    weight: 512,
    cap: 80,
    mask: '0,1',
    tags: ['shop'],
    canMove: true,
    arrivingAtUuid: null,
  })
  expect(db).toMatchObject({ vCpus: 4, memoryBytes: 2 * GIBIBYTE, isProtected: true, weight: null })
  expect(off).toMatchObject({
    powerState: 'halted',
    hostUuid: null,
    domainId: null,
    canMove: false,
  })
  const shared = storage.find((each) => each.isShared)!
  expect(shared.hostUuids).toEqual(hosts.map(({ uuid }) => uuid))
  expect(web!.storageUuids).toEqual([shared.uuid])
  expect(groups).toEqual([
    expect.objectContaining({ placement: 'apart', guestUuids: [web!.uuid, db!.uuid] }),
  ])
})

test('what cannot be believed is null, with a doubt', async () => {
  const { hosts, guests, doubts } = await read({
    hosts: [
      { name: 'one', pCpus: 0 },
      { name: 'two', isLive: false },
    ],
    guests: [{ name: 'web', params: { weight: '-70000', cap: 'nonsense' } }],
    knowsGroups: false,
  })
  expect(hosts.map(({ pCpus }) => pCpus)).toEqual([null, 4])
  expect(hosts[1]).toMatchObject({ isLive: false, memoryFreeBytes: null })
  expect(guests[0]).toMatchObject({ weight: null, cap: null })
  expect(doubts.map(({ code }) => code)).toEqual([
    'class-missing',
    'host-without-p-cpus',
    'host-not-live',
    'weight-is-nonsense',
    'cap-is-nonsense',
  ])
})

test('hosts of two versions are a pool that is being upgraded', async () => {
  const { pool } = await read({
    hosts: [{ name: 'one' }, { name: 'two', productVersion: '8.2.1' }],
  })
  expect(pool.isUpgrading).toBe(true)
})
