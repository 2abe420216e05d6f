import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { audit } from './audit.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

let api: TestApi
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.as('administrator')
})
afterAll(() => api.close())

const write = (action: string, detail: Record<string, unknown> = {}) =>
  api.deps.db.$transaction((tx) =>
    audit(tx, systemActor('agent'), { action, target: { kind: 'plan', name: 'p' }, detail }),
  )

describe('the trail', () => {
  it('lists newest first who did what to which, filtered and page by page', async () => {
    for (let i = 0; i < 3; i++) await write('plan.apply', { i })
    await write('host.create')
    const query = { action: 'plan.apply', targetKind: 'plan', limit: 2 }
    const first = await admin(contract.listAuditEvents, { query })
    const cursor = first.body.meta.nextCursor
    const second = await admin(contract.listAuditEvents, { query: { ...query, cursor } })
    const shown = [...first.body.data, ...second.body.data]
    expect(shown.map((event) => event.detail.i)).toEqual([2, 1, 0])
    expect(second.body.meta.nextCursor).toBeNull()
    expect(shown[0]).toMatchObject({
      actor: { kind: 'system', id: null, name: 'agent' },
      target: { kind: 'plan', id: null, name: 'p' },
      outcome: 'succeeded',
    })
  })

  it('holds the request that made the change', async () => {
    const reply = await admin(contract.createToken, {
      body: { name: 't', scopes: ['hosts:read'] },
      headers: { 'x-request-id': 'my-request-0001' },
    })
    const { body } = await admin(contract.listAuditEvents, { query: { action: 'token.create' } })
    expect(body.data[0]).toMatchObject({
      requestId: 'my-request-0001',
      target: { id: reply.body.id },
    })
  })

  it('has no row for a change that was rolled back', async () => {
    const before = await api.deps.db.auditEvent.count()
    const change = api.deps.db.$transaction(async (tx) => {
      await audit(tx, systemActor('api'), { action: 'host.create' })
      throw new Error('rolled back')
    })
    await expect(change).rejects.toThrow('rolled back')
    expect(await api.deps.db.auditEvent.count()).toBe(before)
  })

  it('stays one chain under concurrent writers', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => write('host.update', { i })))
    expect(await verifyAuditChain(api.deps.db)).toMatchObject({ intact: true, firstFault: null })
  })

  it('verifies details however JSON stores them', async () => {
    const at = new Date()
    await write('host.update', {
      z: 1,
      a: { y: [undefined, null, 1.0, 1e21, -0, 0.1], x: 'ü\n"' },
      at,
      gone: undefined,
    })
    expect((await verifyAuditChain(api.deps.db)).intact).toBe(true)
  })
})

describe('the database itself', () => {
  const refused: [string, string][] = [
    [`UPDATE "AuditEvent" SET "actorName" = 'nobody'`, 'append-only'],
    ['DELETE FROM "AuditEvent"', 'append-only'],
    ['TRUNCATE "AuditEvent"', 'append-only'],
    ['UPDATE "AuditHead" SET "hash" = repeat(\'0\', 64)', 'only moves on'],
    ['UPDATE "AuditHead" SET "sequence" = "sequence" - 1', 'only moves on'],
    ['DELETE FROM "AuditHead"', 'only moves on'],
    ['TRUNCATE "AuditHead"', 'only moves on'],
  ]
  it.each(refused)('refuses %s', async (sql, message) => {
    await expect(api.deps.db.$executeRawUnsafe(sql)).rejects.toThrow(message)
  })

  it.each(refused)('refuses it also where triggers are switched off: %s', async (sql, message) => {
    const change = api.deps.db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
      await tx.$executeRawUnsafe(sql)
    })
    await expect(change).rejects.toThrow(message)
  })
})

describe('403', () => {
  it('applies to everyone but administrators', async () => {
    const operator = await api.as('operator')
    expect((await operator(contract.listAuditEvents)).status).toBe(403)
    expect((await operator(contract.checkAuditIntegrity)).status).toBe(403)
  })
})
