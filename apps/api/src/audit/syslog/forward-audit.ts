import os from 'node:os'
import type { Deps } from '../../deps.ts'
import { auditLag } from '../../metrics.ts'
import { serialiseAuditEvent } from '../serialise-audit-event.ts'
import { sendSyslog } from './send-syslog.ts'
import { syslogMessage } from './syslog-message.ts'

const AT_ONCE = 500
/** Any fixed number that no other lock in this database uses. */
const FORWARDING_LOCK = 0x57e15109

/**
 * Sends the events that the syslog server does not have yet, oldest first. What could not be sent is
 * sent the next time; after an interruption some events can arrive twice, but none is left out.
 */
export async function forwardAudit({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const url = config.syslogUrl
  if (!url) return
  await db.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<[{ ours: boolean }]>`
      SELECT pg_try_advisory_xact_lock(${FORWARDING_LOCK}) AS "ours"`
    if (!lock.ours) return // another agent is at it
    const sent = (await tx.auditForwarding.findUnique({ where: { id: 1 } }))?.sequence ?? 0n
    const newer = { sequence: { gt: sent } }
    const rows = await tx.auditEvent.findMany({
      where: newer,
      orderBy: { sequence: 'asc' },
      take: AT_ONCE,
    })
    auditLag.set(rows.length)
    const newest = rows.at(-1)
    if (!newest) return
    const host = os.hostname()
    await sendSyslog(
      url,
      rows.map((row) => syslogMessage(serialiseAuditEvent(row), host)),
    )
    const data = { sequence: newest.sequence }
    await tx.auditForwarding.upsert({ where: { id: 1 }, create: data, update: data })
    auditLag.set(0)
  })
}
