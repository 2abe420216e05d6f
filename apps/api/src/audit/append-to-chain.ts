import type { Db, Prisma, Tx } from '../db.ts'
import type { AuditHeadModel } from '../generated/prisma/models.ts'
import { uuidV7 } from '../uuid.ts'
import { type AuditContent, CHAIN_START, hashAuditEvent } from './audit-hash.ts'
import { auditKey, isMac } from './audit-key.ts'
import { type ChainHead, macOfHead, macOfRow } from './chain-head.ts'

/** Any fixed number that no other lock in this database uses. */
const CHAIN_LOCK = 0x57e11a4d

type NewEvent = Omit<AuditContent, 'id' | 'at' | 'prevHash'>

/** Nobody else adds or removes events from here to the commit. */
export async function lockChain(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHAIN_LOCK})`
}

/** Appends an event and moves the head on. The chain is locked from here to the commit. */
export async function appendToChain(tx: Tx, event: NewEvent): Promise<void> {
  await lockChain(tx)
  const head = await tx.auditHead.findUnique({ where: { id: 1 } })
  await append(tx, isOurs(head) ? head : await beginAgain(tx, head), event)
}

/** Seals the events from before the trail had a key, so that a trail without a head is never right. */
export async function sealOldEvents(db: Db): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockChain(tx)
    if (!(await tx.auditHead.findUnique({ where: { id: 1 } }))) await beginAgain(tx, null)
  })
}

function isOurs(head: AuditHeadModel | null): head is AuditHeadModel {
  return head !== null && isMac(macOfHead(auditKey(), head), head.mac)
}

/**
 * Follows the newest row where no head of ours shows it. Rows from before the trail had a key are
 * sealed. In any other case somebody has changed the head or given this process another key: work
 * goes on, but the trail says so for ever.
 */
async function beginAgain(tx: Tx, head: AuditHeadModel | null): Promise<ChainHead> {
  const newest = await tx.auditEvent.findFirst({ orderBy: { sequence: 'desc' } })
  const events = BigInt(await tx.auditEvent.count())
  const found = { sequence: newest?.sequence ?? 0n, events, hash: newest?.hash ?? CHAIN_START }
  if (!newest && !head) return found
  return append(tx, found, {
    actorKind: 'system',
    actorId: null,
    actorName: 'audit',
    action: newest && newest.mac === null && !head ? 'audit.seal' : 'audit.break',
    targetKind: null,
    targetId: null,
    targetName: null,
    outcome: 'succeeded',
    detail: { events: Number(events), newestHash: found.hash },
    requestId: null,
    remoteIp: null,
  })
}

async function append(tx: Tx, { events, hash: prevHash }: ChainHead, event: NewEvent) {
  const content = { ...event, id: uuidV7(), at: new Date(), prevHash }
  const hash = hashAuditEvent(content)
  const { sequence } = await tx.auditEvent.create({
    data: {
      ...content,
      detail: content.detail as Prisma.InputJsonObject,
      hash,
      mac: macOfRow(auditKey(), hash),
    },
    select: { sequence: true },
  })
  const head: ChainHead = { sequence, events: events + 1n, hash }
  const data = { ...head, mac: macOfHead(auditKey(), head) }
  await tx.auditHead.upsert({ where: { id: 1 }, create: data, update: data })
  return head
}
