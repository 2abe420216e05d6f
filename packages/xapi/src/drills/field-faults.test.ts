import { afterEach, expect, test } from 'vitest'
import { eventsSince, takeToken } from '../events/events-since.ts'
import { readPool } from '../inventory/read-pool.ts'
import { moveGuest } from '../move/move-guest.ts'
import { readRunStates } from '../run-states/read-run-states.ts'
import { recordRunStates } from '../run-states/record-run-states.ts'
import { withPool } from '../session/open-pool.ts'
import { type PoolDouble, type PoolDoubleOptions, poolDouble } from '../testing/index.ts'

// Faults that other programs met in the field, each named by the issue that tells of it. `xo` is
// vatesfr/xen-orchestra, `xcp` xcp-ng/xcp.

let double: PoolDouble
afterEach(() => double?.close())

const START = 1_795_696_800

async function start(options: PoolDoubleOptions = {}): Promise<void> {
  double = await poolDouble({ startSeconds: START, ...options })
}

test('xo#10016, xo#3524: a coordinator that died is replaced by whoever took over', async () => {
  await start({ hosts: 3 })
  await withPool({ ...double.options, callSeconds: 2 }, async (pool) => {
    await readPool(pool)
    await double.servers[0]!.stop()
    // The members go on naming the dead one, which is no proof that it lives.
    await expect(readPool(pool)).rejects.toMatchObject({ code: 'no-coordinator' })
    double.changeCoordinator(2)
    const { pool: found, hosts } = await readPool(pool)
    expect(found.coordinatorUuid).toBe(hosts[2]!.uuid)
  })
})

test('a member whose coordinator died leaves calls hanging: the next one logs in anew', async () => {
  await start({ hosts: 2 })
  await withPool({ ...double.options, callSeconds: 0.5 }, async (pool) => {
    await readPool(pool)
    double.servers[0]!.fallSilent()
    await expect(readPool(pool)).rejects.toMatchObject({ code: 'timeout' })
    double.servers[0]!.fallSilent(false)
    double.changeCoordinator(1)
    expect((await readPool(pool)).hosts).toHaveLength(2)
  })
})

test('xen-api#6056: no member is believed without its pinned certificate, whatever happened', async () => {
  await start({ hosts: 2 })
  await withPool(double.options, async (pool) => {
    await readPool(pool)
    double.changeCoordinator(1)
    double.servers[1]!.changeCertificate()
    const sent = double.seen.length
    await expect(readPool(pool)).rejects.toMatchObject({ code: 'certificate-changed' })
    expect(double.seen.slice(sent).every(({ host }) => host === 0)).toBe(true)
  })
})

test('xo#7383, xen-exporter#16: numbers as texts are read, and a full legend without data is no idleness', async () => {
  await start({ clockSpeed: 0 })
  double.clock.advance(60)
  await withPool(double.options, async (pool) => {
    const { hosts } = await readPool(pool)
    const wish = { startSeconds: START, intervalSeconds: 5 }
    const [full] = await readRunStates(pool, hosts, wish)
    expect(full!.guests[0]!.samples.at(-1)).toMatchObject({ endsAt: START + 60, seconds: 5 })
    double.faults.rrd = 'data-empty'
    const [empty] = await readRunStates(pool, hosts, wish)
    expect(empty!.gaps[0]).toEqual({ code: 'no-data' })
    expect(empty!.guests.every(({ samples }) => samples.length === 0)).toBe(true)
  })
})

test('xcp#191: run states that cannot be are not believed', async () => {
  await start({ clockSpeed: 0, guests: 1, loadOf: () => ({ ...IMPOSSIBLE }) })
  await withPool(double.options, async (pool) => {
    const { hosts, guests } = await readPool(pool)
    await recordRunStates(pool, guests[0]!)
    double.clock.advance(60)
    const [states] = await readRunStates(pool, hosts, { startSeconds: START, intervalSeconds: 5 })
    expect(states!.gaps[0]).toMatchObject({ code: 'do-not-add-up' })
    expect(states!.guests[0]!.samples[0]).toMatchObject({ classes: null })
  })
})

test('xcp#410: a host that records under another certificate is not asked', async () => {
  await start({ hosts: 2, clockSpeed: 0 })
  double.servers[1]!.changeCertificate()
  await withPool(double.options, async (pool) => {
    const { hosts } = await readPool(pool)
    const states = await readRunStates(pool, hosts, { startSeconds: START, intervalSeconds: 5 })
    expect(states[1]!.gaps).toEqual([{ code: 'certificate-changed' }])
  })
  expect(double.seen.some(({ host }) => host === 1)).toBe(false)
})

test('xo#8965: a host with 0 CPUs is one of which nothing is known', async () => {
  await start({ hosts: [{ name: 'one', pCpus: 0 }, { name: 'two' }] })
  const { hosts, doubts } = await withPool(double.options, (pool) => readPool(pool))
  expect(hosts[0]!.pCpus).toBeNull()
  expect(doubts).toEqual([{ code: 'host-without-p-cpus', hostUuid: hosts[0]!.uuid }])
})

test('xo#2653: a call of events that hangs silently ends, so that the pool is read anew', async () => {
  await start()
  await withPool({ ...double.options, callSeconds: 0.3 }, async (pool) => {
    const token = await takeToken(pool)
    double.faults.areEventsHanging = true
    await expect(eventsSince(pool, token)).rejects.toMatchObject({ code: 'timeout' })
    expect((await readPool(pool)).guests.length).toBeGreaterThan(0)
  })
})

test('VmBackup#6: no session is left behind, whatever goes wrong', async () => {
  await start({ hosts: 2 })
  for (let round = 0; round < 6; round++)
    await withPool(double.options, async (pool) => {
      await readPool(pool)
      if (round % 2 === 0) throw new Error('interrupted')
      if (round === 3) double.changeCoordinator(1)
      await readPool(pool)
    }).catch((error: Error) => expect(error.message).toBe('interrupted'))
  expect(double.sessions.open).toEqual([])
})

test('xcp#72, cloudstack#7340: a move that fails late is found out, and not tried again', async () => {
  await start()
  double.faults.move = 'refused-late'
  const { guests, hosts } = await withPool(double.options, (pool) => readPool(pool))
  const wish = { guestUuid: guests[0]!.uuid, toHostUuid: hosts[1]!.uuid }
  const result = await withPool(double.options, (pool) =>
    moveGuest(pool, wish, { pollSeconds: 0.01 }),
  )
  expect(result).toMatchObject({
    task: { end: 'failure', error: { xapiCode: 'VM_MIGRATE_FAILED' } },
    whereabouts: { where: 'here' },
  })
  const moves = double.seen.filter(({ method }) => method === 'Async.VM.pool_migrate')
  expect(moves).toHaveLength(1)
})

const IMPOSSIBLE = {
  vCpus: [0.5, 0.5],
  fullrun: 0.9,
  full_contention: 0.9,
  concurrency_hazard: 0,
  blocked: 0.9,
  partial_run: 0,
  partial_contention: 0,
  runnableVCpus: 0.9,
}
