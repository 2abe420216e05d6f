import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ready = () => api.anonymous(contract.getReady)

describe('health', () => {
  it('is ready when database, migrations and queue are there', async () => {
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok', migrations: 'ok', queue: 'ok' } },
    })
  })

  it('is 503 while a migration is missing, but still alive', async () => {
    const { db } = api.deps
    const rows = await db.$queryRaw<{ id: string }[]>`
      UPDATE "_prisma_migrations" SET "rolled_back_at" = now() RETURNING "id"`
    expect(rows.length).toBeGreaterThan(0)
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'failing', checks: { database: 'ok', migrations: 'failing', queue: 'ok' } },
    })
    expect((await api.anonymous(contract.getLive)).status).toBe(200)
    await db.$executeRaw`UPDATE "_prisma_migrations" SET "rolled_back_at" = NULL`
  })

  it('is 503 while the queue is missing', async () => {
    const { db } = api.deps
    await db.$executeRaw`ALTER SCHEMA pgboss RENAME TO gone`
    const { body } = await ready()
    await db.$executeRaw`ALTER SCHEMA gone RENAME TO pgboss`
    expect(body.checks).toEqual({ database: 'ok', migrations: 'ok', queue: 'failing' })
  })
})
