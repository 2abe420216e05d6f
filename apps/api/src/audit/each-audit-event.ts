import type { Db } from '../db.ts'
import type { AuditEventModel } from '../generated/prisma/models.ts'

const PAGE = 1000

/** Reads the trail oldest first, a page at a time, so that any length fits into memory. */
export async function* eachAuditEvent(
  db: Db,
  where: { at?: { gte?: Date; lt?: Date } } = {},
): AsyncGenerator<AuditEventModel> {
  for (let after = 0n; ; ) {
    const rows = await db.auditEvent.findMany({
      where: { ...where, sequence: { gt: after } },
      orderBy: { sequence: 'asc' },
      take: PAGE,
    })
    yield* rows
    after = rows.at(-1)?.sequence ?? after
    if (rows.length < PAGE) return
  }
}
