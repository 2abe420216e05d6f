import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import { recordSignIn } from '../session/record-sign-in.ts'
import { requireStillProtected } from './policy.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'

/** The session in which a person changes how they sign in. */
export interface Here {
  sessionId: string
  /** The new factor completes a sign-in. */
  isEnrolling: boolean
}

type Factor = { kind: 'app' | 'passkey'; name?: string }

/**
 * What follows a new factor: recovery codes with the first one, and an end of all other sessions,
 * which may have begun without it.
 * @returns the codes, or null for whoever has some
 */
export async function recordNewFactor(
  tx: Tx,
  actor: Actor,
  factor: Factor,
  { sessionId, isEnrolling }: Here,
): Promise<string[] | null> {
  const userId = actor.principal.userId!
  const codes = await firstRecoveryCodes(tx, userId)
  const sessionsEnded = await endOthers(tx, userId, sessionId)
  await audit(tx, actor, { action: 'second-factor.add', detail: { ...factor, sessionsEnded } })
  if (isEnrolling) await recordSignIn(tx, actor, userId, { method: factor.kind })
  return codes
}

/**
 * What follows the removal of a factor: all other sessions end.
 * @throws AppError `conflict` (`second-factor-required`) when a role needs the last factor
 */
export async function recordLostFactor(
  tx: Tx,
  actor: Actor,
  factor: Factor,
  sessionId: string,
): Promise<void> {
  const userId = actor.principal.userId!
  await requireStillProtected(tx, userId)
  const sessionsEnded = await endOthers(tx, userId, sessionId)
  await audit(tx, actor, { action: 'second-factor.remove', detail: { ...factor, sessionsEnded } })
}

async function endOthers(tx: Tx, userId: string, sessionId: string): Promise<number> {
  const { count } = await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } })
  return count
}
