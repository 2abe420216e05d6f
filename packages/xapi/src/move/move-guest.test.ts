import { afterEach, describe, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { withPool } from '../session/open-pool.ts'
import {
  GIBIBYTE,
  type MoveFault,
  type PoolDouble,
  type PoolDoubleOptions,
  poolDouble,
} from '../testing/index.ts'
import { checkMove } from './check-move.ts'
import { findGuest } from './find-guest.ts'
import { type MoveOptions, moveGuest } from './move-guest.ts'

let double: PoolDouble
afterEach(() => double?.close())

const uuidOf = (name: string) =>
  String(double.state.database.get('VM', double.state.guestNamed(name)).uuid)
const hostUuid = (index: number) =>
  String(double.state.database.get('host', double.state.hosts[index]!).uuid)
const wish = (name = 'guest1', to = 1) => ({ guestUuid: uuidOf(name), toHostUuid: hostUuid(to) })

/** Moves guest1 from the first host to the second, with a fault. */
async function move(
  fault: MoveFault | null,
  more: MoveOptions & { pool?: PoolDoubleOptions; before?: () => void } = {},
) {
  double = await poolDouble({ hosts: 3, guests: 3, ...more.pool })
  double.faults.move = fault
  more.before?.()
  return withPool(double.options, (pool) =>
    moveGuest(pool, wish(), { pollSeconds: 0.01, findSeconds: 10, cancelSeconds: 0.2, ...more }),
  )
}

describe('a move', () => {
  test('arrives, and what is stored goes with it', async () => {
    const shares: number[] = []
    const result = await move(null, {
      onProgress: ({ share }) => shares.push(share),
      pool: { guests: [{ name: 'guest1', params: { weight: '512', mask: '0' } }] },
    })
    expect(result).toMatchObject({
      outcome: 'begun',
      fromHostUuid: hostUuid(0),
      task: { end: 'success', error: null },
      whereabouts: { where: 'there', why: null },
    })
    expect(shares.at(-1)).toBe(1)
    const { guests } = await withPool(double.options, (pool) => readPool(pool))
    expect(guests[0]).toMatchObject({ hostUuid: hostUuid(1), weight: 512, mask: '0' })
    expect(double.state.database.all('task')).toEqual([])
    expect(double.sessions.open).toEqual([])
  })

  test.each([
    ['refused-late', 'failure', 'here'],
    ['fails-at-last-point', 'failure', 'neither'],
    ['runs-twice', 'failure', 'both'],
    ['silent-member', 'failure', 'here'],
    ['coordinator-changes', 'lost', 'there'],
  ] as const)('that %s ends in %s, and the guest is %s', async (fault, end, where) => {
    const result = await move(fault)
    expect(result).toMatchObject({ task: { end }, whereabouts: { where, why: null } })
  })

  test('that failed at its last point is found out although XAPI says Running', async () => {
    const result = await move('fails-at-last-point')
    expect(result).toMatchObject({
      task: { error: { xapiCode: 'INTERNAL_ERROR' } },
      whereabouts: { xapiSays: { powerState: 'Running', hostUuid: hostUuid(0) } },
    })
  })

  test('that hangs is cancelled by a time of ours, and is not taken for ended', async () => {
    const result = await move('hangs', { timeoutSeconds: 0.1 })
    expect(double.seen.map(({ method }) => method)).toContain('task.cancel')
    expect(result).toMatchObject({
      task: { end: 'timeout' },
      whereabouts: { where: 'unknown', why: 'still-moving' },
    })
  })

  test('that is cancelled stays where it was', async () => {
    const stop = new AbortController()
    const result = await move(null, {
      pool: { moveSeconds: 0.4 },
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    expect(result).toMatchObject({ task: { end: 'cancelled' }, whereabouts: { where: 'here' } })
  })

  test('whose source gives no record is unknown, unless XAPI says that it arrived', async () => {
    const silence = () => {
      double.servers[2]!.fallSilent()
      double.faults.rrd = 'unreadable'
    }
    const failed = await move('refused-late', { before: silence, findSeconds: 0.1 })
    expect(failed).toMatchObject({ whereabouts: { where: 'unknown', why: 'not-seen' } })
    await double.close()
    const arrived = await move(null, { before: silence, findSeconds: 0.1 })
    expect(arrived).toMatchObject({ whereabouts: { where: 'there' } })
  })
})

describe('the check before a move', () => {
  async function refusals(options: PoolDoubleOptions, prepare: () => void = () => {}) {
    double = await poolDouble({ hosts: 2, guests: 2, ...options })
    prepare()
    const check = await withPool(double.options, (pool) => checkMove(pool, wish()))
    const result = await withPool(double.options, (pool) => moveGuest(pool, wish()))
    expect(result).toMatchObject({ outcome: 'refused', refusals: check.refusals })
    expect(double.seen.map(({ method }) => method)).not.toContain('Async.VM.pool_migrate')
    return check.refusals
  }
  const guest1 = () => double.state.guestNamed('guest1')
  const host2 = () => double.state.hosts[1]!

  test('knows a blocked guest, with the reason', async () => {
    const found = await refusals({}, () => {
      const values = { blocked_operations: { pool_migrate: 'planned work' } }
      double.state.database.change('VM', guest1(), values)
      double.state.refresh(guest1())
    })
    expect(found).toEqual([{ code: 'blocked', because: 'planned work' }])
  })

  test('knows a host in maintenance, and one that is gone', async () => {
    const disable = () => double.state.database.change('host', host2(), { enabled: false })
    const disabled = await refusals({}, disable)
    expect(disabled.map(({ code }) => code)).toEqual([
      'host-disabled',
      'not-possible',
      'cannot-run-there',
    ])
    await double.close()
    const gone = await refusals({}, () => double.state.setLive(host2(), false))
    expect(gone.map(({ code }) => code)).toContain('host-not-live')
  })

  test('knows storage of one host, other CPUs, and too little memory', async () => {
    const local = await refusals({ guests: [{ name: 'guest1', storage: 'local' }] })
    expect(local.map(({ code }) => code)).toEqual(['not-possible', 'cannot-run-there'])
    await double.close()
    // XAPI's list has this host, and only its check of the one host refuses it.
    const cpus = await refusals({ hosts: [{ name: 'a' }, { name: 'b', cpuFeatures: '0' }] })
    expect(cpus).toMatchObject([{ xapiCode: 'VM_INCOMPATIBLE_WITH_THIS_HOST' }])
    await double.close()
    const full = await refusals({
      hosts: [{ name: 'a' }, { name: 'b', memoryBytes: 1.5 * GIBIBYTE }],
    })
    expect(full.map(({ code }) => code)).toEqual(['cannot-run-there', 'not-enough-memory'])
  })

  test('knows a pool of two versions, and a failover plan that is overcommitted', async () => {
    const hosts = [{ name: 'a' }, { name: 'b', productVersion: '8.2.1' }]
    expect(await refusals({ hosts })).toEqual([{ code: 'pool-upgrading' }])
    await double.close()
    const found = await refusals(
      { guests: [{ name: 'guest1', haRestartPriority: 'restart' }] },
      () =>
        double.state.database.change('pool', double.state.pool, {
          ha_enabled: true,
          ha_overcommitted: true,
        }),
    )
    expect(found).toEqual([{ code: 'ha-overcommitted' }])
  })

  test('knows what is not there, or does not run', async () => {
    double = await poolDouble({ guests: [{ name: 'guest1', host: null }] })
    const nowhere = '99999999-aaaa-4aaa-8aaa-000000000009'
    const codes = (each: { guestUuid: string; toHostUuid: string }) =>
      withPool(double.options, async (pool) =>
        (await checkMove(pool, each)).refusals.map(({ code }) => code),
      )
    expect(await codes({ ...wish(), guestUuid: nowhere })).toEqual(['guest-unknown'])
    expect(await codes({ ...wish(), toHostUuid: nowhere })).toEqual(['host-unknown'])
    expect(await codes(wish())).toContain('not-running')
  })
})

test('a guest that XAPI says runs where no domain is seen is unknown', async () => {
  double = await poolDouble({ hosts: 2, guests: 1 })
  const { state } = double
  const guest = state.guestNamed('guest1')
  state.endDomain(state.hosts[0]!, guest)
  state.runDomain(state.hosts[1]!, guest)
  const between = [hostUuid(0), hostUuid(1)] as const
  const found = await withPool(double.options, (pool) =>
    findGuest(pool, uuidOf('guest1'), between, { pollSeconds: 0.01 }),
  )
  expect(found).toMatchObject({ where: 'unknown', why: 'xapi-disagrees' })
  expect(found.seen.map(({ domain }) => domain)).toEqual(['absent', 'present'])
})
