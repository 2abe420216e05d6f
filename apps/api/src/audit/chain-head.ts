import type { AuditHeadModel } from '../generated/prisma/models.ts'
import { macOf } from './audit-key.ts'

/** The newest event of the chain and how many there have been. */
export type ChainHead = Omit<AuditHeadModel, 'id' | 'mac'>

export function macOfHead(key: Buffer, { sequence, events, hash }: ChainHead): string {
  return macOf(key, 'head', String(sequence), String(events), hash)
}

/** The hash contains everything in the row and, through its predecessor's, all rows before it. */
export function macOfRow(key: Buffer, hash: string): string {
  return macOf(key, 'row', hash)
}
