import type { Db } from '../db.ts'
import type { AuditEventModel } from '../generated/prisma/models.ts'

const PAGE = 1000

/** Reads the trail oldest first, a page at a time, so that any length fits into memory. */
export async function* eachAuditEvent(
  db: Db,
  { first = 0n, last }: { first?: bigint; last?: bigint } = {},
): AsyncGenerator<AuditEventModel> {
  for (let from = first; ; ) {
    const rows = await db.auditEvent.findMany({
      where: { sequence: { gte: from, ...(last === undefined ? {} : { lte: last }) } },
      orderBy: { sequence: 'asc' },
      take: PAGE,
    })
    yield* rows
    from = (rows.at(-1)?.sequence ?? from) + 1n
    if (rows.length < PAGE) return
  }
}
