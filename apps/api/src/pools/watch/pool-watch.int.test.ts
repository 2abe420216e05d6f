import { randomUUID } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { type DoubleLoad, type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nowSeconds } from '../../epoch.ts'
import { expectStatus, type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import { connectDouble } from '../testing/connect-double.ts'
import { readOnce } from '../testing/read-once.ts'
import { PoolWatcher } from './agent/pool-watcher.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const doubles: PoolDouble[] = []
afterEach(async () => {
  for (const double of doubles.splice(0)) await double.close()
})

/** Two vCPUs that run, wait and sleep, so that every figure is another one. */
const BUSY: DoubleLoad = {
  vCpus: [0.55, 0.48],
  fullrun: 0.35,
  full_contention: 0.05,
  concurrency_hazard: 0.15,
  blocked: 0.25,
  partial_run: 0.12,
  partial_contention: 0.08,
  runnableVCpus: 0.33,
}

/** A connected pool whose hosts have recorded for 400 s. */
async function watched(options: Parameters<typeof poolDouble>[0] = {}) {
  const double = await poolDouble({
    startSeconds: nowSeconds() - 400,
    clockSpeed: 0,
    loadOf: () => BUSY,
    guests: 2,
    ...options,
  })
  doubles.push(double)
  const id = await connectDouble(client, double)
  double.clock.advance(400)
  return { double, id }
}

/** Lets the next minute pass, as the watch sees it. */
async function round(id: string, seconds = 0, double?: PoolDouble): Promise<contract.PoolLoad> {
  double?.clock.advance(seconds)
  await readOnce(client.api, id)
  return load(id)
}

async function load(id: string): Promise<contract.PoolLoad> {
  return expectStatus(await client.call(contract.getPoolLoad, { params: { id } }), 200)
}

const state = async (id: string): Promise<contract.Pool> =>
  expectStatus(await client.call(contract.getPool, { params: { id } }), 200)

const sessionsOf = ({ sessions }: PoolDouble) => sessions.open

describe('a pool that is watched', () => {
  it('shows what hosts and guests used, minute by minute', async () => {
    const { double, id } = await watched()
    expect((await load(id)).hosts[0]).toMatchObject({
      usedPCpus: null,
      used: [],
      readAt: null,
      trouble: expect.stringContaining('Nothing was read yet'),
    })
    const { hosts, limits } = await round(id)
    expect(hosts).toHaveLength(2)
    for (const host of hosts) {
      expect(host).toMatchObject({ pCpus: 4, usedPCpus: 1, trouble: null })
      expect(host.used.length).toBeGreaterThanOrEqual(4)
      expect(host.usedSeconds).toBe(60 * host.used.length)
      expect(host.guests).toHaveLength(1)
      for (const guest of host.guests) {
        expect(guest.usedPCpus).toBeCloseTo(1.03, 3)
        // Nobody had switched run states on.
        expect(guest).toMatchObject({ waitingShare: null, idleShare: null, stateSeconds: 0 })
      }
      expect(host.doubts.join()).toContain('are not recorded')
    }
    expect(limits.join()).toContain('response times')
    expect(sessionsOf(double)).toEqual([])
  })

  it('has run states recorded, and shows how long each guest waited', async () => {
    const { double, id } = await watched()
    await round(id)
    const { hosts } = await round(id, 130, double)
    for (const host of hosts) {
      for (const guest of host.guests) {
        expect(guest.stateSeconds).toBeGreaterThanOrEqual(60)
        expect(guest.waitingShare).toBeCloseTo(0.28, 3)
        expect(guest.waitingVCpus!.least).toBeCloseTo(0.33, 3)
        expect(guest.runningShare).toBeCloseTo(0.62, 3)
        expect(guest.idleShare).toBeCloseTo(0.25, 3)
        expect(guest.waiting[0]).toBeNull()
        expect(guest.waiting.at(-1)).toBeCloseTo(0.28, 3)
      }
      // The clock of the double was put forward by 130 s.
      expect(host.doubts).toEqual([expect.stringContaining('ahead of')])
    }
  })

  it('stores each minute once, and reads on where it ended', async () => {
    const { double, id } = await watched()
    await round(id)
    const { db } = client.api.deps
    const before = await db.poolWindow.count({ where: { poolId: id } })
    await round(id)
    expect(await db.poolWindow.count({ where: { poolId: id } })).toBe(before)
    await round(id, 60, double)
    expect(await db.poolWindow.count({ where: { poolId: id } })).toBe(before + 2)
    // After half an hour only steps of a minute reach back to where it ended.
    const { hosts } = await round(id, 1800, double)
    expect(hosts[0]!.used.length).toBeGreaterThanOrEqual(34)
    expect(hosts[0]!.used).not.toContain(null)
  })

  it('reads what it holds again after an event, and not without', async () => {
    const { double, id } = await watched()
    await round(id)
    const reads = () => double.seen.filter(({ method }) => method === 'VM.get_all_records').length
    await round(id)
    const quiet = reads()
    await round(id)
    expect(reads()).toBe(quiet)
    const [[guest]] = double.state.database
      .all('VM')
      .filter(([, { name_label }]) => name_label === 'guest1') as [[string, unknown]]
    double.state.database.change('VM', guest, { name_label: 'renamed' })
    await round(id)
    expect(reads()).toBe(quiet + 1)
    expect((await state(id)).found?.guests.map(({ name }) => name)).toContain('renamed')
  })
})

describe('what may not be believed', () => {
  it('leaves lost samples out, and names them', async () => {
    const { double, id } = await watched({ guests: 1, hosts: 1 })
    const lostFrom = double.clock.now - 170
    double.roundRobin.isLost = (_, endsAt) => endsAt > lostFrom && endsAt <= lostFrom + 30
    const { hosts } = await round(id)
    const [guest] = hosts[0]!.guests
    expect(guest!.usedPCpus).toBeCloseTo(1.03, 3)
    expect(guest!.usedSeconds).toBeLessThan(hosts[0]!.usedSeconds)
    expect(hosts[0]!.doubts.join()).toContain('Samples of guest1 were lost')
  })

  it('keeps the last hour of a host that shows another certificate, with its age and the cause', async () => {
    const { double, id } = await watched()
    const before = await round(id)
    double.servers[1]!.changeCertificate()
    const { hosts } = await round(id, 120, double)
    const [own, other] = [0, 1].map((at) =>
      hosts.find(({ uuid }) => uuid === before.hosts[at]!.uuid),
    )
    expect(own!.used.length).toBe(before.hosts[0]!.used.length + 2)
    expect(other!.trouble).toContain('another certificate')
    expect(other!.readAt).toBe(before.hosts[1]!.readAt)
    expect(other!.used).toEqual(before.hosts[1]!.used)
    expect((await state(id)).state).toBe('connected')
  })

  it.each(['unreadable', 'data-empty'] as const)('says that records are %s', async (fault) => {
    const { double, id } = await watched()
    double.faults.rrd = fault
    const { hosts } = await round(id)
    for (const host of hosts) {
      expect(host).toMatchObject({ usedPCpus: null, used: [], guests: [] })
      expect(host.trouble).toMatch(/no record that can be read|gives no figures/)
    }
  })

  it('says that the pool is gone, and goes on by itself when it is back', async () => {
    const { double, id } = await watched({ hosts: 1 })
    await round(id)
    const [server] = double.servers
    const { address, port } = double.members[0]!
    await server!.stop()
    const { hosts } = await round(id)
    expect(hosts[0]).toMatchObject({ trouble: expect.stringContaining('cannot be read') })
    expect(hosts[0]!.used.length).toBeGreaterThan(3)
    expect((await state(id)).trouble).toMatchObject({ code: 'unreachable' })
    await server!.listen(address, port)
    expect((await round(id, 60, double)).hosts[0]!.trouble).toBeNull()
    expect((await state(id)).state).toBe('connected')
  })

  it('does not go on with an account that is refused, which would lock it', async () => {
    const { double, id } = await watched({ hosts: 1 })
    double.faults.answer = (method) =>
      method === 'session.login_with_password'
        ? JSON.stringify({
            jsonrpc: '2.0',
            id: 0,
            error: { code: 1, message: 'SESSION_AUTHENTICATION_FAILED', data: ['root', ''] },
          })
        : undefined
    await round(id)
    const { state: after } = await state(id)
    expect(after).toBe('failing')
    double.faults.answer = () => undefined
    const seen = double.seen.length
    await round(id)
    expect(double.seen).toHaveLength(seen)
  })

  it('says which role it takes to record run states, and asks no more for an hour', async () => {
    const accounts = [{ user: 'watcher', password: 'secret', role: 'read-only' as const }]
    const { double, id } = await watched({ accounts })
    await round(id)
    const { hosts } = await round(id)
    expect(hosts[0]!.doubts.join()).toContain('vm-admin')
    const tried = double.seen.filter(({ method }) => method === 'VM.record_data_source').length
    await client.api.deps.db.pool.update({ where: { id }, data: { inventoryAt: new Date(0) } })
    await round(id)
    expect(double.seen.filter(({ method }) => method === 'VM.record_data_source')).toHaveLength(
      tried,
    )
  })
})

it('lets one agent at a time read a pool', async () => {
  const { double, id } = await watched({ hosts: 1 })
  const { db } = client.api.deps
  await db.poolWatch.deleteMany({ where: { poolId: id } })
  const watchers = [1, 2, 3].map(() => new PoolWatcher(client.api.deps))
  const logins = () => double.seen.filter(({ method }) => method.includes('login')).length
  const before = logins()
  await Promise.all(watchers.map((watcher) => watcher.round()))
  await Promise.all(watchers.map((watcher) => watcher.settled()))
  expect(logins()).toBe(before + 1)
  const { dueAt } = await db.poolWatch.findUniqueOrThrow({ where: { poolId: id } })
  expect(Math.abs(dueAt.getTime() - Date.now() - 60_000)).toBeLessThan(30_000)
})

it('keeps the last hour of each host, and nothing of one that left or of a pool that was removed', async () => {
  const { double, id } = await watched({ hosts: 1 })
  await round(id)
  const { db } = client.api.deps
  const count = () => db.poolWindow.count({ where: { poolId: id } })
  await round(id, 1800, double)
  const { load, windowStart } = await db.poolWindow.findFirstOrThrow({ where: { poolId: id } })
  const ofAnother = { hostUuid: randomUUID(), load: load as object, windowStart }
  await db.poolWindow.create({ data: { poolId: id, ...ofAnother } })
  const { hosts } = await round(id, 2400, double)
  expect(hosts[0]!.used).toHaveLength(60)
  expect(hosts[0]!.used).not.toContain(null)
  expect(await count()).toBe(60)
  expectStatus(await client.call(contract.removePool, { params: { id } }), 204)
  expect(await count()).toBe(0)
})
