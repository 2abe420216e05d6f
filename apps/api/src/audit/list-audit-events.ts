import type { Db } from '../db.ts'
import { decodeCursor } from '../http/paging.ts'

/** Newest first, by sequence number, because ids of the same moment may be out of order. */
export function listAuditEvents(
  db: Db,
  query: {
    limit: number
    cursor?: string | undefined
    action?: string | undefined
    targetKind?: string | undefined
    targetId?: string | undefined
  },
) {
  const before = decodeCursor(query.cursor, /^\d{1,18}$/)
  return db.auditEvent.findMany({
    where: {
      action: query.action,
      targetKind: query.targetKind,
      targetId: query.targetId,
      ...(before ? { sequence: { lt: BigInt(before) } } : {}),
    },
    orderBy: { sequence: 'desc' },
    take: query.limit + 1,
  })
}
