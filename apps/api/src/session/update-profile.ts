import type { Actor } from '../access/actor.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'

/** People change their own name; the e-mail address is who they are, and an administrator's to change. */
export async function updateProfile(
  db: Db,
  actor: Actor,
  { name }: { name: string },
): Promise<UserWithGrants> {
  const id = actor.principal.userId!
  return db.$transaction(async (tx) => {
    const user = await tx.user.update({ where: { id }, data: { name }, include: { grants: true } })
    const target = { kind: 'user', id, name: actor.principal.name }
    await audit(tx, actor, { action: 'user.update', target, detail: { name } })
    return user
  })
}
