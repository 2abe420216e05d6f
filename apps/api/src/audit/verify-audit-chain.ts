import type { Db } from '../db.ts'
import { CHAIN_START, hashAuditEvent } from './audit-hash.ts'

const PAGE = 1000

export interface ChainReport {
  intact: boolean
  events: number
  newestHash: string | null
  firstFault: { sequence: number; kind: 'altered' | 'missing' } | null
}

/**
 * Recomputes the chain. `altered` means that a row's content does not match its own hash; `missing`
 * means that a row does not follow the one before it, so that a row in between is gone. Rows
 * removed from the end leave no trace here: compare `newestHash` with a copy kept elsewhere.
 */
export async function verifyAuditChain(db: Db): Promise<ChainReport> {
  let previousHash = CHAIN_START
  let sequence = 0n
  let events = 0
  let firstFault: ChainReport['firstFault'] = null
  for (;;) {
    const rows = await db.auditEvent.findMany({
      where: { sequence: { gt: sequence } },
      orderBy: { sequence: 'asc' },
      take: PAGE,
    })
    for (const row of rows) {
      const fault =
        hashAuditEvent(row) !== row.hash
          ? 'altered'
          : row.prevHash !== previousHash
            ? 'missing'
            : undefined
      if (fault) firstFault ??= { sequence: Number(row.sequence), kind: fault }
      previousHash = row.hash
      sequence = row.sequence
      events += 1
    }
    if (rows.length < PAGE) break
  }
  return {
    intact: firstFault === null,
    events,
    newestHash: events === 0 ? null : previousHash,
    firstFault,
  }
}
