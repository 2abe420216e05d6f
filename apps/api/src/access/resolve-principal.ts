import type { Db } from '../db.ts'
import { grantsOf, type UserWithGrants } from './grants.ts'
import { anonymous, type Principal, permissionsOfGrants } from './permissions.ts'
import { hashSecret, TOKEN_PREFIX } from './secrets.ts'

const LAST_USE_EVERY_MS = 60_000

/** A bearer token takes precedence over a cookie, because the caller wants its narrower scopes. */
export async function resolvePrincipal(
  db: Db,
  sent: {
    authorization: string | undefined
    sessionUserId: string | undefined
    /** With which the session began. */
    providerId?: string | undefined
  },
): Promise<Principal> {
  if (sent.authorization !== undefined) return principalOfToken(db, sent.authorization)
  if (sent.sessionUserId === undefined) return anonymous
  const user = await db.user.findUnique({
    where: { id: sent.sessionUserId, disabledAt: null },
    include: { grants: true },
  })
  if (!user) return anonymous
  if (sent.providerId === undefined) return principalOf(user)
  // Into such a session nobody comes by a link, so only those behind the provider count.
  const { behindIds } = await db.identityProvider.findUniqueOrThrow({
    where: { id: sent.providerId },
  })
  return { ...principalOf(user), behindIds: behindIds.filter((id) => id !== user.id) }
}

export function principalOf(user: UserWithGrants): Principal {
  const { id, name, behindIds } = user
  const grants = grantsOf(user)
  const permissions = permissionsOfGrants(grants)
  return { kind: 'user', id, userId: id, name, grants, behindIds, permissions }
}

async function principalOfToken(db: Db, authorization: string): Promise<Principal> {
  const [, secret] = /^Bearer +(\S{1,200})$/i.exec(authorization) ?? []
  if (!secret?.startsWith(TOKEN_PREFIX)) return anonymous
  const now = new Date()
  const token = await db.apiToken.findUnique({
    where: {
      secretHash: hashSecret(secret),
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      user: { disabledAt: null },
    },
    include: { user: { include: { grants: true } } },
  })
  if (!token) return anonymous
  if (!token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() > LAST_USE_EVERY_MS) {
    await db.apiToken.update({ where: { id: token.id }, data: { lastUsedAt: now } })
  }
  const grants = grantsOf(token.user)
  return {
    kind: 'token',
    id: token.id,
    userId: token.userId,
    name: `${token.user.name} (${token.name})`,
    grants,
    behindIds: token.user.behindIds,
    permissions: permissionsOfGrants(grants, token.scopes),
    ...(token.hostId ? { hostId: token.hostId } : {}),
  }
}
