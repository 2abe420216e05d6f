import type { Grant } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { hasAdministrator, holdAdministrators } from '../access/administrators.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'

/**
 * Gives a person the roles that the provider's groups stand for now, and takes away those that it
 * gave before. Roles given by hand or by another provider stay, and so does the last administrator.
 */
export async function followGroups(
  tx: Tx,
  actor: Actor,
  provider: IdentityProviderModel,
  user: UserWithGrants,
  wanted: readonly Grant[],
): Promise<UserWithGrants> {
  const given = { userId: user.id, providerId: provider.id }
  const before = user.grants
    .filter(({ providerId }) => providerId === provider.id)
    .map(({ role, tag }) => ({ role, tag }))
  if (wordsOf(before) === wordsOf(wanted)) return user
  await holdAdministrators(tx)
  await tx.grant.deleteMany({ where: given })
  await tx.grant.createMany({ data: wanted.map((grant) => ({ ...given, ...grant })) })
  // Nobody gains the role by it: that none can sign in just now makes nobody else one.
  const wasAdministrator = before.some(({ role }) => role === 'administrator')
  const keepsAdministrator = wasAdministrator && !(await hasAdministrator(tx))
  if (keepsAdministrator) await tx.grant.create({ data: { ...given, role: 'administrator' } })
  const after = await tx.user.findUniqueOrThrow({
    where: { id: user.id },
    include: { grants: true },
  })
  const target = { kind: 'user', id: user.id, name: user.name }
  const detail = { provider: provider.name, grants: wanted, grantsBefore: before }
  await audit(tx, actor, {
    action: 'person.follow-groups',
    target,
    detail: keepsAdministrator ? { ...detail, keptLastAdministrator: true } : detail,
  })
  return after
}

const wordsOf = (grants: readonly { role: string; tag: string | null }[]) =>
  JSON.stringify(grants.map(({ role, tag }) => [role, tag]).sort())
