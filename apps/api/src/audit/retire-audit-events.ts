import { systemActor } from '../access/actor.ts'
import type { Deps } from '../deps.ts'
import { DAY_MS } from '../milliseconds.ts'
import { lockChain } from './append-to-chain.ts'
import { audit } from './audit.ts'
import { auditKey } from './audit-key.ts'
import { type ChainHead, macOfStart, startOfTrail } from './chain-head.ts'
import { ChainWalk } from './chain-walk.ts'
import { eachAuditEvent } from './each-audit-event.ts'

/**
 * Removes the oldest events once their time is over, and records up to which. A trail that is not
 * whole stays as it is, so that the evidence does; what the syslog server lacks stays too.
 * @throws Error for a trail that is not whole
 */
export async function retireAuditEvents(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  now = new Date(),
): Promise<void> {
  if (config.auditDays === 0) return
  const before = new Date(now.getTime() - config.auditDays * DAY_MS)
  const start = await startOfTrail(db)
  const forwarded = config.syslogUrl
    ? ((await db.auditForwarding.findUnique({ where: { id: 1 } }))?.sequence ?? 0n)
    : null
  const walk = new ChainWalk(auditKey(), null, start)
  let last: ChainHead | null = null
  for await (const row of eachAuditEvent(db)) {
    if (row.at >= before || (forwarded !== null && row.sequence > forwarded)) break
    walk.add(row)
    if (walk.fault)
      throw new Error(`the audit trail is not whole at event ${row.sequence}: nothing was removed`)
    // Without a code it could not be told from one that somebody else wrote.
    if (row.mac !== null) last = { sequence: row.sequence, events: walk.events, hash: row.hash }
  }
  const newStart = last
  if (newStart === null) return
  await db.$transaction(async (tx) => {
    await lockChain(tx)
    const data = { ...newStart, mac: macOfStart(auditKey(), newStart) }
    await tx.auditStart.upsert({ where: { id: 1 }, create: data, update: data })
    const { count } = await tx.auditEvent.deleteMany({
      where: { sequence: { lte: newStart.sequence } },
    })
    await audit(tx, systemActor('agent'), {
      action: 'audit.retire',
      detail: { removed: count, through: Number(newStart.sequence), hash: newStart.hash },
    })
  })
}
