import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { notFound } from '../errors.ts'

/** @throws AppError `session-not-found`, also for another person's session */
export async function endSession(db: Db, actor: Actor, id: string): Promise<void> {
  const userId = actor.principal.userId!
  await db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id, userId } })
    if (count === 0) throw notFound('session')
    await audit(tx, actor, { action: 'session.end', detail: { ended: 1 } })
  })
}

/** Ends all sessions of the person but the one that asks. */
export async function endOtherSessions(db: Db, actor: Actor, currentId: string): Promise<void> {
  const userId = actor.principal.userId!
  await db.$transaction(async (tx) => {
    const others = { userId, id: { not: currentId } }
    const { count } = await tx.session.deleteMany({ where: others })
    await audit(tx, actor, { action: 'session.end', detail: { ended: count } })
  })
}
