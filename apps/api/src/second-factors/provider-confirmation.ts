import type { FastifyRequest } from 'fastify'
import type { Db } from '../db.ts'
import { MINUTE_MS } from '../milliseconds.ts'
import { idOfSession } from '../session/browser-session.ts'

const VALID_MS = 5 * MINUTE_MS

/** Keeps in the session that its provider has just asked the person again who they are. */
export async function keepProviderConfirmation(db: Db, request: FastifyRequest): Promise<void> {
  const data = { confirmedByProviderAt: new Date() }
  await db.session.update({ where: { id: idOfSession(request) }, data })
}

/**
 * Uses up what the provider has confirmed, in one statement, so that of two acts at the same time
 * only one is confirmed by it.
 * @returns whether there was something to use
 */
export async function takeProviderConfirmation(db: Db, request: FastifyRequest): Promise<boolean> {
  const stillValid = { gt: new Date(Date.now() - VALID_MS) }
  const { count } = await db.session.updateMany({
    where: { id: idOfSession(request), confirmedByProviderAt: stillValid },
    data: { confirmedByProviderAt: null },
  })
  return count === 1
}

/** The provider with which a session began, and until when its confirmation can be used. */
export async function providerOf(db: Db, sessionId: string) {
  const row = await db.session.findUnique({
    where: { id: sessionId },
    select: { confirmedByProviderAt: true, provider: { select: { id: true, name: true } } },
  })
  if (!row?.provider) return null
  const untilMs = (row.confirmedByProviderAt?.getTime() ?? 0) + VALID_MS
  const confirmedUntil = untilMs > Date.now() ? new Date(untilMs).toISOString() : null
  return { ...row.provider, confirmedUntil }
}
