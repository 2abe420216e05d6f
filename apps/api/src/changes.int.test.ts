import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseVersion, mergeChanges, versionBesideWatches } from './changes.ts'
import { beat } from './health/heartbeat.ts'
import { startTestDeps, type TestDeps } from './testing/test-deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())

/** Without the moment, which changes by itself. */
async function changes() {
  const sumOf = (version: string) => BigInt(version.split(' ').at(-1)!)
  return {
    all: sumOf(await databaseVersion(deps.db)),
    beside: sumOf(await versionBesideWatches(deps.db)),
  }
}

let hosts = 0
const addHost = (tx: Pick<TestDeps['db'], 'host'> = deps.db) =>
  tx.host.create({ data: { name: `host ${++hosts}` } })

/** No answer that is kept depends on them. */
const NOT_SHOWN = [
  ...['AccountLink', 'ApiToken', 'FailedAttempts', 'IdempotencyRecord', 'Session'],
  ...['Passkey', 'RecoveryCode', 'SecondFactorRole', 'TotpFactor'],
  ...['AuditEvent', 'AuditForwarding', 'AuditHead', 'AuditStart'],
  ...['Change', 'Heartbeat', 'HeldPlace', 'RemoteWrite', '_prisma_migrations'],
  ...['AdvisedPool', 'MovingHost', 'PoolDecision', 'PoolWatch', 'PoolWindow'],
  ...['Sampling', 'ThroughputPoint', 'TriggerMemory', 'WatchTotals'],
]

it('notes changes of every table, but for those that nobody is shown', async () => {
  const rows = await deps.db.$queryRaw<{ name: string }[]>`
    SELECT "relname" AS "name" FROM pg_class
     WHERE "relnamespace" = 'public'::regnamespace AND "relkind" IN ('r', 'p')
       AND NOT "relispartition"
       AND NOT EXISTS (SELECT 1 FROM pg_trigger
                        WHERE "tgrelid" = pg_class."oid" AND "tgname" = 'note_change')`
  expect(rows.map(({ name }) => name).sort()).toEqual(NOT_SHOWN.sort())
})

it('names the same state while only processes speak among themselves', async () => {
  await addHost()
  const before = await changes()
  await beat(deps, 'worker')
  await deps.db.$queryRaw`SELECT pg_current_xact_id()::text`
  expect(await changes()).toEqual(before)
})

it('names another state after each change, and not before it is committed', async () => {
  const { id } = await addHost()
  const before = await changes()
  let meanwhile = before
  await deps.db.$transaction(async (tx) => {
    await tx.host.update({ where: { id }, data: { notes: 'a' } })
    await tx.host.update({ where: { id }, data: { notes: 'b' } })
    meanwhile = await changes()
  })
  expect(meanwhile).toEqual(before)
  const after = await changes()
  expect(after).toEqual({ all: before.all + 1n, beside: before.beside + 1n })
  await deps.db.host.delete({ where: { id } })
  expect((await changes()).beside).toBe(after.beside + 1n)
})

it('tells two changes that are under way at once apart', async () => {
  await addHost()
  const before = await changes()
  let between = before
  await deps.db.$transaction(async (one) => {
    await addHost(one)
    await deps.db.$transaction(async (other) => {
      await addHost(other)
    })
    between = await changes()
  })
  expect([between.all, (await changes()).all]).toEqual([before.all + 1n, before.all + 2n])
})

it('forgets what was rolled back, also to a savepoint', async () => {
  await addHost()
  const before = await changes()
  await deps.db
    .$transaction(async (tx) => {
      await addHost(tx)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await changes()).toEqual(before)
  await deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`SAVEPOINT "s"`
    await addHost(tx)
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT "s"`
    await addHost(tx)
  })
  expect((await changes()).all).toBe(before.all + 1n)
})

it('does not name another state for a watch, where no watch is shown', async () => {
  const { id: hostId } = await addHost()
  const before = await changes()
  await deps.db.watch.create({ data: { hostId, state: 'watching' } })
  const after = await changes()
  expect([after.all > before.all, after.beside]).toEqual([true, before.beside])
})

it('names the same state when rows are put together', async () => {
  for (let index = 0; index < 101; index++)
    await deps.db.loopStop.deleteMany({ where: { stoppedBy: 'nobody' } })
  const before = await changes()
  await Promise.all([mergeChanges(deps.db), mergeChanges(deps.db)])
  expect(await changes()).toEqual(before)
  expect(await deps.db.change.count()).toBeLessThan(5)
  await addHost()
  expect((await changes()).all).toBe(before.all + 1n)
})
