import type { Actor } from '../access/actor.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { principalOf } from '../access/resolve-principal.ts'

/** The same request, now acting as the person who has just signed in. */
export function actorOf(actor: Actor, user: UserWithGrants): Actor {
  return { ...actor, principal: principalOf(user) }
}
