import type { Db, Tx } from '../db.ts'
import type { AuditHeadModel } from '../generated/prisma/models.ts'
import { auditKey, isMac, macOf } from './audit-key.ts'

/** The newest event of the chain and how many there have been. */
export type ChainHead = Omit<AuditHeadModel, 'id' | 'mac'>

export function macOfHead(key: Uint8Array, { sequence, events, hash }: ChainHead): string {
  return macOf(key, 'head', String(sequence), String(events), hash)
}

export function macOfStart(key: Uint8Array, { sequence, events, hash }: ChainHead): string {
  return macOf(key, 'start', String(sequence), String(events), hash)
}

/** The newest event that was removed in time; null while the trail has its first one. */
export async function startOfTrail(
  db: Db | Tx,
  key: Uint8Array = auditKey(),
): Promise<ChainHead | null> {
  const start = await db.auditStart.findUnique({ where: { id: 1 } })
  return start && isMac(macOfStart(key, start), start.mac) ? start : null
}

/** The hash contains everything in the row and, through its predecessor's, all rows before it. */
export function macOfRow(key: Uint8Array, hash: string): string {
  return macOf(key, 'row', hash)
}
