import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { deleteHost } from '../hosts/delete-host.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { setWatch } from '../watches/set-watch.ts'
import { DAY_SECONDS, LEVELS } from './levels.ts'
import { hostWindows, observed, START } from './observed.fixture.ts'
import { dropPartitions, ensurePartition } from './partitions.ts'
import { storeWindows } from './store-windows.ts'

// PostgreSQL ends a transaction with "deadlock detected" (40P01) where two lock the same rows or
// tables in different orders. Many rounds, because each alone may miss the moment.

const ROUNDS = 30
const actor = systemActor('worker')
const windows = hostWindows(observed(10, 3700))

let deps: TestDeps
let hostId: string
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  hostId = await makeHost()
})

async function makeHost(): Promise<string> {
  const data = { name: `xen-${crypto.randomUUID()}`, watch: { create: {} } }
  return (await deps.db.host.create({ data })).id
}

async function repeat(work: (round: number) => Promise<unknown>, rounds = ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) await work(round)
}

/** A minute or two, and in some rounds an hour. */
const store = (id: string) => (round: number) =>
  storeWindows(deps.db, id, windows.slice(round * 12, round * 12 + 20))

it('windows are stored while somebody changes the watch', async () => {
  const settings = { intervalSeconds: 10, guestLogs: true, trace: null }
  const change = () => setWatch(deps.db, actor, hostId, settings)
  await Promise.all([repeat(store(hostId)), repeat(change)])
})

it('windows are stored until the host is deleted', async () => {
  await repeat(async () => {
    const id = await makeHost()
    await store(id)(0)
    await Promise.all([repeat(store(id), 4), deleteHost(deps.db, actor, id)])
    expect(await store(id)(0)).toBe(false)
  })
})

it('windows of several hosts are stored while partitions are made and dropped', async () => {
  const others = [await makeHost(), await makeHost()]
  const turnOver = async (round: number) => {
    for (const level of LEVELS) {
      await ensurePartition(deps.db, level, START - (400 + 40 * round) * DAY_SECONDS)
      await dropPartitions(deps.db, level, START - 300 * DAY_SECONDS)
    }
  }
  await Promise.all([...[hostId, ...others].map((id) => repeat(store(id))), repeat(turnOver)])
})
