import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { conflict, notFound } from '../errors.ts'

/** @throws AppError `not-found` (also for another person's token), `conflict` if already revoked */
export async function revokeToken(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const token = await tx.apiToken.findUnique({ where: { id, userId: actor.principal.userId! } })
    if (!token) throw notFound('token')
    const { count } = await tx.apiToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) throw conflict('token-already-revoked', 'This token is revoked already.')
    const target = { kind: 'token', id, name: token.name }
    await audit(tx, actor, { action: 'token.revoke', target })
  })
}
