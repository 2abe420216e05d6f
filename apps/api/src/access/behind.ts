import type { Tx } from '../db.ts'
import type { Principal } from './permissions.ts'

// Four eyes are two people's only if neither could sign in as the other. Whoever makes a link sees
// it, and whoever sets up an identity provider says whom it names, so each of them may be behind the
// person who comes in that way, and behind whatever ways in that person gives to others. What is
// known of it is kept where it began: in links, providers, people, and in what people approve.

/** Everybody who may be the one that acts: the principal, and whoever may act in their name. */
export function everybodyBehind({ userId, behindIds }: Principal): string[] {
  return [...new Set([...(userId === null ? [] : [userId]), ...behindIds])]
}

interface WayIn {
  userId: string
  /** Those behind the link or the provider. */
  behindIds: readonly string[]
  /** Whether an older password still opens the account. */
  keepsPassword: boolean
}

/**
 * Records who may be behind a person from now on. Earlier ones are no longer, unless something is
 * left with which one of them may sign in: the old password, or a passkey.
 */
export async function recordWayIn(
  tx: Tx,
  { userId, behindIds, keepsPassword }: WayIn,
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { behindIds: true, passwordHash: true, _count: { select: { passkeys: true } } },
  })
  const remains = user._count.passkeys > 0 || (keepsPassword && user.passwordHash !== null)
  const all = new Set([...(remains ? user.behindIds : []), ...behindIds])
  all.delete(userId)
  await tx.user.update({ where: { id: userId }, data: { behindIds: [...all] } })
}
