import type { Actor } from '../access/actor.ts'
import { holdAdministrators, requireAdministrator } from '../access/administrators.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { loadProvider } from './provider-row.ts'

/**
 * With the provider go the roles that it gave and the sessions that began with it.
 * @throws AppError `identity-provider-not-found`, `last-administrator`
 */
export async function removeProvider(db: Db, actor: Actor, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdAdministrators(tx)
    const { name, issuer, _count } = await loadProvider(tx, id)
    await tx.identityProvider.delete({ where: { id } })
    await requireAdministrator(tx)
    const target = { kind: 'identity-provider', id, name }
    const detail = { issuer, people: _count.identities }
    await audit(tx, actor, { action: 'identity-provider.delete', target, detail })
  })
}
