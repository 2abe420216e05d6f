import type { Actor } from '../access/actor.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { stillOpen } from '../access/session-store.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { AppError } from '../errors.ts'

/** A session whose owner went to the provider to be confirmed. */
export interface AskingSession {
  id: string
  owner: UserWithGrants
}

/** @throws AppError `unauthenticated` (`sign-in-expired`) if the session has ended since */
export async function ownerOfSession(db: Db, id: string): Promise<UserWithGrants> {
  const session = await db.session.findUnique({
    where: { id, ...stillOpen() },
    include: { user: { include: { grants: true } } },
  })
  if (session?.user) return session.user
  throw new AppError('unauthenticated', 'The session that was to be confirmed has ended.', {
    code: 'sign-in-expired',
  })
}

/**
 * Ends the session that asked; the caller begins another one in its place.
 * @param actor the person whom the provider names
 * @throws AppError `forbidden` (`another-person`)
 */
export async function recordConfirmation(
  tx: Tx,
  actor: Actor,
  { id, owner }: AskingSession,
  provider: string,
): Promise<void> {
  if (actor.principal.userId !== owner.id) {
    throw new AppError('forbidden', `At ${provider}, somebody else signed in.`, {
      code: 'another-person',
    })
  }
  await tx.session.deleteMany({ where: { id } })
  const detail = { method: 'provider', provider }
  await audit(tx, actor, { action: 'session.confirm', detail })
}
