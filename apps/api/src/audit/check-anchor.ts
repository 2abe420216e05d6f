import type { AuditAnchor } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { startOfTrail } from './chain-head.ts'
import { isSigned, publicKeyOf } from './signature.ts'

/**
 * Compares an anchor that was kept elsewhere with the database.
 * @returns what is wrong, or null
 */
export async function checkAnchor(db: Db, anchor: AuditAnchor): Promise<string | null> {
  const { publicKey, signature, ...content } = anchor
  const { at, sequence, events, hash } = content
  if (!isSigned({ at, sequence, events, hash }, signature, publicKeyOf())) {
    return 'The anchor was not signed by this installation, or it was changed.'
  }
  if (events === 0) return null
  const start = await startOfTrail(db)
  if (start && BigInt(sequence) <= start.sequence) {
    return `Event ${sequence}, the newest at ${at}, was removed because its time was over, so nothing can be compared. Keep newer anchors.`
  }
  const row = await db.auditEvent.findUnique({ where: { sequence: BigInt(sequence) } })
  if (!row) return `The trail was cut: event ${sequence}, the newest at ${at}, is gone.`
  if (row.hash !== hash)
    return `The trail was rewritten: event ${sequence} is another than at ${at}.`
  const present = await db.auditEvent.count({ where: { sequence: { lte: BigInt(sequence) } } })
  const count = present + Number(start?.events ?? 0n)
  if (count === events) return null
  return `Events are missing: there were ${events} up to event ${sequence}, and there are ${count}.`
}
