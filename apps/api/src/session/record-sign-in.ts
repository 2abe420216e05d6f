import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import { actorOf } from './actor-of.ts'

/** To be called when every step of a sign-in was taken. */
export async function recordSignIn(
  tx: Tx,
  actor: Actor,
  userId: string,
  detail: Record<string, string> = {},
): Promise<void> {
  const now = new Date()
  // Only sign-ins create sessions, so cleaning up here keeps the table small.
  await tx.session.deleteMany({ where: { expiresAt: { lt: now } } })
  const user = await tx.user.update({
    where: { id: userId },
    data: { lastSignInAt: now },
    include: { grants: true },
  })
  const target = { kind: 'user', id: user.id, name: user.name }
  await audit(tx, actorOf(actor, user), { action: 'session.create', target, detail })
}
