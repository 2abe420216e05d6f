import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../access/actor.ts'
import type { AuditEventModel } from '../generated/prisma/models.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { sealOldEvents } from './append-to-chain.ts'
import { audit } from './audit.ts'
import { CHAIN_START, hashAuditEvent } from './audit-hash.ts'
import { chainKeyOf } from './audit-key.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

let deps: TestDeps
beforeEach(async () => {
  deps = await startTestDeps()
  for (const action of ['a.first', 'a.second', 'a.third', 'a.fourth']) await write(action)
})
afterEach(() => deps.close())

const write = (action: string) =>
  deps.db.$transaction((tx) => audit(tx, systemActor('agent'), { action }))
const verdict = async () => (await verifyAuditChain(deps.db)).firstFault
const rows = () => deps.db.auditEvent.findMany({ orderBy: { sequence: 'asc' } })

/** Does what the owner of the tables, which the application's role is, can do to the triggers. */
async function tamper(...statements: [sql: string, values?: unknown[]][]): Promise<void> {
  const client = new pg.Client({ connectionString: deps.config.databaseUrl })
  await client.connect()
  await client.query(`ALTER TABLE "AuditEvent" DISABLE TRIGGER ALL`)
  await client.query(`ALTER TABLE "AuditHead" DISABLE TRIGGER ALL`)
  for (const [sql, values] of statements) await client.query(sql, values)
  await client.end()
}

/** Makes all hashes right again after `change`, as somebody without the key can. */
async function rewrite(change: (row: AuditEventModel) => void, mac = '"mac"'): Promise<void> {
  let prevHash = CHAIN_START
  for (const row of await rows()) {
    change(row)
    row.prevHash = prevHash
    prevHash = hashAuditEvent(row)
    await tamper([
      `UPDATE "AuditEvent" SET "actorName" = $1, "prevHash" = $2, "hash" = $3, "mac" = ${mac}
        WHERE "sequence" = $4`,
      [row.actorName, row.prevHash, prevHash, row.sequence],
    ])
  }
}

describe('a row', () => {
  it('that was altered is found', async () => {
    expect(await verifyAuditChain(deps.db)).toMatchObject({ intact: true, events: 4 })
    await tamper([`UPDATE "AuditEvent" SET "actorName" = 'mallory' WHERE "sequence" = 2`])
    expect(await verdict()).toEqual({ sequence: 2, kind: 'altered' })
  })

  it('that is gone is found, at the row that should follow it', async () => {
    await tamper([`DELETE FROM "AuditEvent" WHERE "sequence" = 2`])
    expect(await verdict()).toEqual({ sequence: 3, kind: 'missing' })
  })
})

describe('the whole chain rewritten with hashes that are right', () => {
  const forge = (row: AuditEventModel) => {
    if (row.sequence >= 2n) row.actorName = 'mallory'
  }

  it('is found, because the codes need the key', async () => {
    await rewrite(forge)
    expect(await verdict()).toEqual({ sequence: 2, kind: 'altered' })
  })

  it('is found when the codes were removed', async () => {
    await rewrite(forge, 'CASE WHEN "sequence" >= 2 THEN NULL ELSE "mac" END')
    expect(await verdict()).toEqual({ sequence: 2, kind: 'altered' })
  })

  it('is found when it shows itself as a chain from before there was a key', async () => {
    await rewrite(forge, 'NULL')
    expect(await verdict()).toEqual({ sequence: 4, kind: 'cut' })
  })
})

describe('the end cut off', () => {
  const cut = `DELETE FROM "AuditEvent" WHERE "sequence" > 2`

  it('is missed', async () => {
    await tamper([cut])
    expect(await verdict()).toEqual({ sequence: 2, kind: 'cut' })
  })

  it('is missed after the trail went on', async () => {
    await tamper([cut])
    await write('a.fifth')
    expect(await verdict()).toMatchObject({ kind: 'missing' })
  })

  const forgedHead = `UPDATE "AuditHead" SET ("sequence", "events", "hash") =
    (SELECT "sequence", 2, "hash" FROM "AuditEvent" WHERE "sequence" = 2)`
  it.each([forgedHead, 'DELETE FROM "AuditHead"'])('is missed for ever after %s', async (sql) => {
    await tamper([cut], [sql])
    expect(await verdict()).toEqual({ sequence: 2, kind: 'cut' })
    await write('a.fifth')
    expect((await rows()).slice(2).map((row) => row.action)).toEqual(['audit.break', 'a.fifth'])
    expect(await verdict()).toMatchObject({ kind: 'cut' })
  })
})

it('another key is told from tampering', async () => {
  const other = chainKeyOf('another secret of this installation')
  const { firstFault } = await verifyAuditChain(deps.db, other)
  expect(firstFault).toEqual({ sequence: 1, kind: 'wrong-key' })
})

describe('rows from before there was a key', () => {
  beforeEach(() => tamper([`UPDATE "AuditEvent" SET "mac" = NULL`], ['DELETE FROM "AuditHead"']))

  it('are verified by their hashes, and sealed once by a row with a code', async () => {
    expect(await verdict()).toEqual({ sequence: 4, kind: 'cut' })
    await sealOldEvents(deps.db)
    await sealOldEvents(deps.db)
    await write('a.fifth')
    const [seal] = (await rows()).slice(4)
    expect(seal).toMatchObject({ action: 'audit.seal', detail: { events: 4 } })
    expect(await verifyAuditChain(deps.db)).toMatchObject({
      intact: true,
      events: 6,
      sealed: { at: seal?.at.toISOString(), events: 4 },
    })
  })

  it('cannot be sealed a second time without a trace', async () => {
    await sealOldEvents(deps.db)
    await tamper(['DELETE FROM "AuditHead"'])
    await sealOldEvents(deps.db)
    expect(await verdict()).toEqual({ sequence: 6, kind: 'cut' })
  })

  it('cannot be rewritten once they are sealed', async () => {
    await write('a.fifth')
    await tamper([`UPDATE "AuditEvent" SET "actorName" = 'mallory' WHERE "sequence" = 1`])
    expect(await verdict()).toEqual({ sequence: 1, kind: 'altered' })
    await rewrite((row) => {
      if (row.sequence === 1n) row.actorName = 'mallory'
    })
    expect(await verdict()).toMatchObject({ kind: 'altered' })
  })
})
