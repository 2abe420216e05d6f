import { mayOn } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../../db.ts'

const grantParts = {
  givenBy: { select: { disabledAt: true, grants: true } },
} satisfies Prisma.PolicyGrantInclude

/** What a grant is about: the weights of a policy, or the caps of a caps monitor. */
export type GrantedLever = 'weight' | 'cap'

export type GrantRow = Prisma.PolicyGrantGetPayload<{ include: typeof grantParts }>

/**
 * The newest grant for a lever on a host that holds at this moment. The database revokes grants when their giver
 * loses a role or is deactivated; a host can also leave their role when its tags change.
 */
export async function grantInForce(
  db: Db | Tx,
  { id, tags }: { id: string; tags: readonly string[] },
  lever: GrantedLever,
  now: Date,
): Promise<GrantRow | null> {
  const rows = await db.policyGrant.findMany({
    where: { hostId: id, levers: { has: lever }, revokedAt: null, expiresAt: { gt: now } },
    include: grantParts,
    orderBy: { id: 'desc' },
  })
  return rows.find(({ givenBy }) => mayStillApply(givenBy, tags)) ?? null
}

function mayStillApply(giver: GrantRow['givenBy'], tags: readonly string[]): boolean {
  return giver !== null && giver.disabledAt === null && mayOn(giver.grants, 'plans:apply', tags)
}
