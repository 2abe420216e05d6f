import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { conflict, notFound } from '../errors.ts'
import { holdTokens } from './hold-tokens.ts'

/**
 * Revokes a token together with the tokens that it made, and those that they made: whoever had the
 * token may have made them to keep access.
 * @throws AppError `not-found` (also for another person's token), `conflict` if already revoked
 */
export async function revokeToken(db: Db, actor: Actor, id: string): Promise<void> {
  const userId = actor.principal.userId!
  await db.$transaction(async (tx) => {
    await holdTokens(tx, userId)
    const token = await tx.apiToken.findUnique({ where: { id, userId } })
    if (!token) throw notFound('token')
    if (token.revokedAt)
      throw conflict('token-already-revoked', 'This token has already been revoked.')
    const revoked = await revokeWithMinted(tx, id)
    const target = { kind: 'token', id, name: token.name }
    await audit(tx, actor, { action: 'token.revoke', target, detail: { revoked } })
  })
}

/** Returns how many of them were still valid. */
async function revokeWithMinted(tx: Tx, id: string): Promise<number> {
  return tx.$executeRaw`
    WITH RECURSIVE gone AS (
      SELECT "id" FROM "ApiToken" WHERE "id" = ${id}::uuid
      UNION
      SELECT made."id" FROM "ApiToken" made JOIN gone ON made."createdByTokenId" = gone."id"
    )
    UPDATE "ApiToken" SET "revokedAt" = now()
     WHERE "id" IN (SELECT "id" FROM gone) AND "revokedAt" IS NULL`
}
