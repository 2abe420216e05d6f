import { createHash } from 'node:crypto'
import type { Db } from '../db.ts'
import type { AuditEventModel } from '../generated/prisma/models.ts'
import { eachAuditEvent } from './each-audit-event.ts'
import { makeAnchor } from './make-anchor.ts'
import { publicKeyOf, signatureOf } from './signature.ts'

/** What the last line of an export signs. */
export interface ExportManifest {
  /** SHA-256 of all lines before it, in hexadecimal. */
  sha256: string
  events: number
  exportedAt: string
  /** The newest event of the trail when the export began. */
  head: { sequence: number; events: number; hash: string }
}

/**
 * The events of a time span, a JSON object on each line, oldest first, with all that their hashes
 * contain. The last line is a signed manifest: it can only be made when everything has been read.
 * The export has no gaps, even if the clock was set back in between.
 */
export async function* exportAuditEvents(
  db: Db,
  span: { from?: Date | undefined; to?: Date | undefined },
): AsyncGenerator<string> {
  const { sequence, events, hash } = await makeAnchor(db)
  const sha256 = createHash('sha256')
  let count = 0
  for await (const row of eachAuditEvent(db, await sequencesOf(db, span, BigInt(sequence)))) {
    const line = `${JSON.stringify(exported(row))}\n`
    sha256.update(line)
    count += 1
    yield line
  }
  const manifest: ExportManifest = {
    sha256: sha256.digest('hex'),
    events: count,
    exportedAt: new Date().toISOString(),
    head: { sequence, events, hash },
  }
  const signature = signatureOf(manifest)
  yield `${JSON.stringify({ manifest, publicKey: publicKeyOf(), signature })}\n`
}

async function sequencesOf(
  db: Db,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  newest: bigint,
): Promise<{ first: bigint; last: bigint }> {
  const select = { sequence: true }
  const [oldest, youngest] = await Promise.all([
    from &&
      db.auditEvent.findFirst({
        where: { at: { gte: from } },
        orderBy: { sequence: 'asc' },
        select,
      }),
    to &&
      db.auditEvent.findFirst({ where: { at: { lt: to } }, orderBy: { sequence: 'desc' }, select }),
  ])
  const first = from ? (oldest?.sequence ?? newest + 1n) : 0n
  const last = to ? (youngest?.sequence ?? 0n) : newest
  return { first, last: last < newest ? last : newest }
}

function exported(row: AuditEventModel) {
  return { ...row, sequence: Number(row.sequence), at: row.at.toISOString() }
}
