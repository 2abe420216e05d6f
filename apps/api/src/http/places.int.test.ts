import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { createDb, type Db } from '../db.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { renewPlaces, streamPlaces } from './places.ts'

let deps: TestDeps
let other: Db
beforeAll(async () => {
  deps = await startTestDeps()
  other = createDb(deps.config.databaseUrl, 5) // as another API process has its own
})
afterAll(async () => {
  await other.$disconnect()
  await deps.close()
})
beforeEach(() => deps.db.heldPlace.deleteMany())

const MOST = 50
const person = () => ({ ...systemActor('api').principal, userId: randomUUID() })
const takeMost = (whose: ReturnType<typeof person>) =>
  Promise.all(
    Array.from({ length: MOST }, (_, index) =>
      streamPlaces.take(index % 2 ? deps.db : other, whose),
    ),
  )
const isRefused = (db: Db, whose: ReturnType<typeof person>) =>
  streamPlaces.take(db, whose).then(
    (giveBack) => {
      giveBack()
      return false
    },
    ({ code }) => code === 'too-many-streams',
  )

it('counts what a person has open over all processes, and of each person apart', async () => {
  const ada = person()
  const places = await takeMost(ada)
  expect([await isRefused(deps.db, ada), await isRefused(other, ada)]).toEqual([true, true])
  expect(await isRefused(other, person())).toBe(false)
  for (const giveBack of places) giveBack()
  await expect.poll(() => isRefused(other, ada)).toBe(false)
})

it('gives no more places than there are, however many ask at the same moment', async () => {
  const ada = person()
  const asked = Array.from({ length: 2 * MOST }, (_, index) =>
    streamPlaces.take(index % 2 ? deps.db : other, ada),
  )
  const answers = await Promise.allSettled(asked)
  const taken = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(taken).toHaveLength(MOST)
  for (const giveBack of taken) giveBack()
})

it('frees the places of a process that was killed, and keeps those of one that lives', async () => {
  const ada = person()
  const places = await takeMost(ada)
  await renewPlaces(deps.db)
  const [{ seconds }] = await deps.db.$queryRaw<[{ seconds: number }]>`
    SELECT extract(epoch from min("heldUntil") - now())::float8 AS "seconds" FROM "HeldPlace"`
  expect(seconds).toBeGreaterThan(30)
  const late = () => deps.db.$executeRaw`UPDATE "HeldPlace" SET "heldUntil" = now() - interval '1s'`
  await late()
  await renewPlaces(deps.db)
  expect(await isRefused(other, ada)).toBe(true)
  await late()
  expect(await isRefused(other, ada)).toBe(false)
  for (const giveBack of places) giveBack()
})
