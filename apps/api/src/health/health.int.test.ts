import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { beat, startHeartbeat } from './heartbeat.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  for (const name of ['worker', 'agent'] as const) {
    await beat({ ...api.deps, instance: `${name} 1` }, name)
  }
})
afterAll(() => api.close())

const good = { database: 'ok', migrations: 'ok', queue: 'ok', worker: 'ok', agent: 'ok' }
const ready = () => api.anonymous(contract.getReady)

describe('health', () => {
  it('is ready when all parts are there', async () => {
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: good },
    })
  })

  it('is 503 while a migration is missing, but still alive', async () => {
    const { db } = api.deps
    const rows = await db.$queryRaw<{ id: string }[]>`
      UPDATE "_prisma_migrations" SET "rolled_back_at" = now() RETURNING "id"`
    expect(rows.length).toBeGreaterThan(0)
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'failing', checks: { ...good, migrations: 'failing' } },
    })
    expect((await api.anonymous(contract.getLive)).status).toBe(200)
    await db.$executeRaw`UPDATE "_prisma_migrations" SET "rolled_back_at" = NULL`
  })

  it('is 503 while the queue is missing', async () => {
    const { db } = api.deps
    await db.$executeRaw`ALTER SCHEMA pgboss RENAME TO gone`
    const { body } = await ready()
    await db.$executeRaw`ALTER SCHEMA gone RENAME TO pgboss`
    expect(body.checks).toEqual({ ...good, queue: 'failing' })
  })

  it.each(['worker', 'agent'] as const)('is 503 while no %s gives a sign of life', async (name) => {
    const { db } = api.deps
    const lastSeen = (secondsAgo: number) =>
      db.heartbeat.update({
        where: { instance: `${name} 1` },
        data: { beatAt: new Date(Date.now() - secondsAgo * 1000) },
      })
    await lastSeen(6) // a beat or two may be late on a busy machine
    expect((await ready()).body.checks).toEqual(good)
    await lastSeen(11)
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'failing', checks: { ...good, [name]: 'failing' } },
    })
    const stop = await startHeartbeat(api.deps, name)
    expect((await ready()).body.checks).toEqual(good)
    await stop()
  })
})
