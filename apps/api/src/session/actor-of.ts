import type { Actor } from '../access/actor.ts'
import { permissionsOf } from '../access/permissions.ts'
import type { UserModel } from '../generated/prisma/models.ts'

/** The same request, now acting as the person who has just signed in. */
export function actorOf(actor: Actor, user: UserModel): Actor {
  const { id, name, role } = user
  const permissions = permissionsOf(role)
  return { ...actor, principal: { kind: 'user', id, userId: id, name, permissions } }
}
