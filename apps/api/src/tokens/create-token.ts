import type { Permission } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { hashSecret, randomSecret, TOKEN_PREFIX } from '../access/secrets.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { AppError, invalid } from '../errors.ts'
import type { ApiTokenModel } from '../generated/prisma/models.ts'

const SHOWN_PREFIX_LENGTH = 10

/**
 * Creates a token and returns its secret, which is kept nowhere. Scopes cannot exceed what the
 * caller itself may do, so a token cannot make a more powerful one.
 * @throws AppError `forbidden` (`scope-too-wide`), `invalid` for an expiry in the past
 */
export async function createToken(
  db: Db,
  actor: Actor,
  input: { name: string; scopes: Permission[]; expiresAt: string | null },
): Promise<ApiTokenModel & { secret: string }> {
  const scopes = [...new Set(input.scopes)]
  const beyond = scopes.filter((scope) => !actor.principal.permissions.has(scope))
  if (beyond.length > 0) {
    throw new AppError('forbidden', `You cannot grant what you may not do: ${beyond.join(', ')}.`, {
      code: 'scope-too-wide',
    })
  }
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt)
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw invalid('body.expiresAt', 'lies in the past')
  }
  const secret = TOKEN_PREFIX + randomSecret()
  const row = await db.$transaction(async (tx) => {
    const created = await tx.apiToken.create({
      data: {
        userId: actor.principal.userId!,
        name: input.name,
        prefix: secret.slice(0, SHOWN_PREFIX_LENGTH),
        secretHash: hashSecret(secret),
        scopes,
        expiresAt,
      },
    })
    const target = { kind: 'token', id: created.id, name: created.name }
    await audit(tx, actor, { action: 'token.create', target, detail: { scopes } })
    return created
  })
  return { ...row, secret }
}
