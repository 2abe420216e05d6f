import type { AuditIntegrity } from '@steelyard/contract'
import type { Db } from '../db.ts'
import type { AuditHeadModel } from '../generated/prisma/models.ts'
import { auditKey, isMac } from './audit-key.ts'
import { macOfHead, startOfTrail } from './chain-head.ts'
import { ChainWalk } from './chain-walk.ts'
import { eachAuditEvent } from './each-audit-event.ts'

/**
 * Recomputes the chain. Of the first fault it says where and what it is: `altered` when a row's
 * content, hash and code do not go together, `missing` when a row does not follow the one before it,
 * `cut` when the newest rows are gone, `wrong-key` when nothing was written with our key.
 */
export async function verifyAuditChain(
  db: Db,
  key: Uint8Array = auditKey(),
): Promise<AuditIntegrity> {
  const head = await db.auditHead.findUnique({ where: { id: 1 } })
  const start = await startOfTrail(db, key)
  const walk = new ChainWalk(key, head, start)
  for await (const row of eachAuditEvent(db)) walk.add(row)
  walk.end()
  const firstFault = judge(walk, head, key)
  return {
    intact: firstFault === null,
    events: Number(walk.events - (start?.events ?? 0n)),
    removed: Number(start?.events ?? 0n),
    since: walk.since?.toISOString() ?? null,
    sealed: walk.sealed,
    newestHash: walk.events === 0n ? null : walk.hash,
    firstFault,
  }
}

function judge(walk: ChainWalk, head: AuditHeadModel | null, key: Uint8Array) {
  const headIsOurs = head !== null && isMac(macOfHead(key, head), head.mac)
  if (head && !headIsOurs && !walk.knowsKey) {
    return { sequence: walk.fault?.sequence ?? Number(head.sequence), kind: 'wrong-key' as const }
  }
  if (walk.fault || headIsOurs || walk.events === 0n) return walk.fault
  // Rows have a head beside them, so somebody removed or rewrote it.
  return { sequence: Number(walk.sequence), kind: 'cut' as const }
}
