import * as contract from '@steelyard/contract'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { audit } from './audit.ts'
import { signingKeyOf } from './audit-key.ts'
import { checkAnchor } from './check-anchor.ts'
import { makeAnchor } from './make-anchor.ts'
import { publicKeyOf } from './signature.ts'
import { verifyExport } from './verify-export.ts'

let api: TestApi
beforeEach(async () => {
  api = await startTestApi()
  for (const action of ['a.first', 'a.second', 'a.third']) await write(action)
})
afterEach(() => api.close())

const write = (action: string) =>
  api.deps.db.$transaction((tx) =>
    audit(tx, systemActor('agent'), { action, detail: { z: 1, a: ['ü\n', null] } }),
  )

async function tamper(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: api.deps.config.databaseUrl })
  await client.connect()
  await client.query(`ALTER TABLE "AuditEvent" DISABLE TRIGGER ALL; ${sql}`)
  await client.end()
}

async function download(query: { from?: string; to?: string } = {}): Promise<string[]> {
  const admin = await api.as('administrator')
  const { body, headers } = await admin(contract.exportAuditEvents, { query })
  expect(headers['content-type']).toContain('application/x-ndjson')
  return body.trimEnd().split('\n')
}

describe('an export', () => {
  it('has every event, is audited itself, and is verified offline', async () => {
    const lines = await download()
    const actions = lines.slice(0, -1).map((line) => JSON.parse(line).action)
    expect(actions).toEqual(['a.first', 'a.second', 'a.third', 'audit.export'])
    const publicKey = publicKeyOf()
    expect(await verifyExport(lines)).toEqual({ events: 4, publicKey, problem: null })
    expect((await verifyExport(lines, publicKey)).problem).toBeNull()
    expect(JSON.parse(lines.at(-1)!).manifest.head).toMatchObject({ sequence: 4, events: 4 })
  })

  it('is of a time span', async () => {
    const second = await api.deps.db.auditEvent.findFirstOrThrow({ where: { action: 'a.second' } })
    const at = second.at.toISOString()
    const before = await download({ to: at })
    const after = await download({ from: at })
    expect(JSON.parse(before[0]!).action).toBe('a.first')
    expect(before.join()).not.toContain('a.second')
    expect(JSON.parse(after.find((line) => line.includes('a.second'))!).sequence).toBe(2)
    expect(after.join()).not.toContain('a.first')
    for (const lines of [before, after]) expect((await verifyExport(lines)).problem).toBeNull()
    const none = await download({ from: '2100-01-01T00:00:00Z' })
    expect(await verifyExport(none)).toMatchObject({ events: 0, problem: null })
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['a rewritten row', (l) => [l[0]!.replace('agent', 'mallory'), ...l.slice(1)], /1 was altered/],
    ['a row taken out', (l) => l.toSpliced(1, 1), /3 does not follow event 1/],
    ['the first row taken out', (l) => l.slice(1), /manifest names 4, there are 3/],
    ['the end cut off', (l) => l.slice(0, 2), /cut/],
    ['the newest row taken out', (l) => l.toSpliced(3, 1), /manifest names 4, there are 3/],
    [
      'another manifest',
      (l) => [...l.slice(0, 4), l[4]!.replace('"events":4', '"events":5')],
      /signature/,
    ],
    ['a line that is not JSON', (l) => ['{', ...l], /Line 1/],
  ])('with %s is refused', async (_, change, problem) => {
    expect((await verifyExport(change(await download()))).problem).toMatch(problem)
  })

  it('signed by somebody else is refused', async () => {
    const other = publicKeyOf(signingKeyOf('the secret of another installation'))
    expect((await verifyExport(await download(), other)).problem).toBe('The signature is wrong.')
    expect((await verifyExport(await download(), 'no key')).problem).toBe('The signature is wrong.')
  })

  it('is for administrators', async () => {
    const operator = await api.as('operator')
    expect((await operator(contract.exportAuditEvents)).status).toBe(403)
    expect((await operator(contract.getAuditAnchor)).status).toBe(403)
  })
})

describe('an anchor', () => {
  it('is the newest event, signed, and holds while the trail goes on', async () => {
    const admin = await api.as('administrator')
    const { body: anchor } = await admin(contract.getAuditAnchor)
    expect(anchor).toMatchObject({ sequence: 3, events: 3, publicKey: publicKeyOf() })
    await write('a.fourth')
    expect(await checkAnchor(api.deps.db, anchor)).toBeNull()
  })

  it.each([
    [`DELETE FROM "AuditEvent" WHERE "sequence" > 2`, /was cut: event 3/],
    [
      `UPDATE "AuditEvent" SET "hash" = repeat('0', 64) WHERE "sequence" = 3`,
      /was rewritten: event 3/,
    ],
    [`DELETE FROM "AuditEvent" WHERE "sequence" = 2`, /there were 3 .* there are 2/],
  ])('shows %s', async (sql, problem) => {
    const anchor = await makeAnchor(api.deps.db)
    await tamper(sql)
    expect(await checkAnchor(api.deps.db, anchor)).toMatch(problem)
  })

  it('that was changed is refused', async () => {
    const anchor = await makeAnchor(api.deps.db)
    const problem = await checkAnchor(api.deps.db, { ...anchor, sequence: 2 })
    expect(problem).toMatch(/not signed by this installation/)
  })
})
