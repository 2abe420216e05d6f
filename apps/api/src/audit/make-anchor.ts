import type { AuditAnchor } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { CHAIN_START } from './audit-hash.ts'
import { publicKeyOf, signatureOf } from './signature.ts'

/** The newest event, signed: kept elsewhere, it shows later that nothing up to it has changed. */
export async function makeAnchor(db: Db): Promise<AuditAnchor> {
  const head = await db.auditHead.findUnique({ where: { id: 1 } })
  const content = {
    at: new Date().toISOString(),
    sequence: Number(head?.sequence ?? 0),
    events: Number(head?.events ?? 0),
    hash: head?.hash ?? CHAIN_START,
  }
  return { ...content, publicKey: publicKeyOf(), signature: signatureOf(content) }
}
