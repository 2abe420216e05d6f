import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../access/actor.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { audit } from './audit.ts'
import { checkAnchor } from './check-anchor.ts'
import { makeAnchor } from './make-anchor.ts'
import { retireAuditEvents } from './retire-audit-events.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

const DAY_MS = 24 * 3600 * 1000

let deps: TestDeps
beforeEach(async () => {
  deps = await startTestDeps()
  for (const action of ['a.first', 'a.second', 'a.third']) await write(action)
})
afterEach(() => deps.close())

const write = (action: string) =>
  deps.db.$transaction((tx) => audit(tx, systemActor('agent'), { action }))
const actions = async () =>
  (await deps.db.auditEvent.findMany({ orderBy: { sequence: 'asc' } })).map((row) => row.action)
/** As the agent does it, so many days from now, with 30 days of retention. */
const retire = (days: number, more: object = {}) =>
  retireAuditEvents(
    { db: deps.db, config: { ...deps.config, auditDays: 30, ...more } },
    new Date(Date.now() + days * DAY_MS),
  )

describe('events', () => {
  it('are kept for ever unless it is set otherwise', async () => {
    await retire(10_000, { auditDays: 0 })
    await retire(29)
    expect(await actions()).toEqual(['a.first', 'a.second', 'a.third'])
  })

  it('are removed once their time is over, and the rest is still whole', async () => {
    await retire(31)
    expect(await actions()).toEqual(['audit.retire'])
    expect(await verifyAuditChain(deps.db)).toMatchObject({ intact: true, events: 1, removed: 3 })
    await write('a.fourth')
    expect(await verifyAuditChain(deps.db)).toMatchObject({ intact: true, events: 2, removed: 3 })
    await retire(31)
    expect(await verifyAuditChain(deps.db)).toMatchObject({ intact: true, events: 1, removed: 5 })
  })

  it('stay while the syslog server lacks them', async () => {
    await deps.db.auditForwarding.create({ data: { sequence: 2n } })
    await retire(31, { syslogUrl: 'tls://logs.example.org' })
    expect(await actions()).toEqual(['a.third', 'audit.retire'])
  })

  it('cannot be removed by anybody else, nor the start be made without the key', async () => {
    await retire(31)
    await write('a.fourth')
    await expect(deps.db.$executeRaw`DELETE FROM "AuditEvent"`).rejects.toThrow('append-only')
    await deps.db.$executeRaw`
      UPDATE "AuditStart" SET "sequence" = "sequence" + 1, "events" = "events" + 1`
    await deps.db.$executeRaw`
      DELETE FROM "AuditEvent" WHERE "sequence" <= (SELECT "sequence" FROM "AuditStart")`
    expect(await verifyAuditChain(deps.db)).toMatchObject({ intact: false })
  })

  it('stay where the trail is not whole', async () => {
    await deps.db.$executeRaw`ALTER TABLE "AuditEvent" DISABLE TRIGGER ALL`
    await deps.db.$executeRaw`UPDATE "AuditEvent" SET "actorName" = 'x' WHERE "sequence" = 2`
    await expect(retire(31)).rejects.toThrow('not whole at event 2')
    expect(await actions()).toEqual(['a.first', 'a.second', 'a.third'])
  })
})

describe('an anchor', () => {
  it('of an event that is still there holds, one of a removed event says so', async () => {
    const old = await makeAnchor(deps.db)
    await retire(31)
    const young = await makeAnchor(deps.db)
    await write('a.fourth')
    expect(await checkAnchor(deps.db, young)).toBeNull()
    expect(await checkAnchor(deps.db, old)).toContain('Keep newer anchors')
  })
})
