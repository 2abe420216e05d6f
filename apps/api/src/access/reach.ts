import type { Permission } from '@steelyard/contract'
import type { Db, Tx } from '../db.ts'
import { AppError, notFound } from '../errors.ts'
import { may, type Principal } from './permissions.ts'
import { placeOf } from './place-of.ts'

/** A thing that a request names. */
export interface ReachedThing {
  kind:
    | 'host'
    | 'upload'
    | 'analysis'
    | 'run'
    | 'plan'
    | 'application'
    | 'recommendation'
    | 'job'
    | 'pool'
  id: string
  /** What it takes to name it, where that is not the permission of the route. */
  needs?: Permission
}

/** What a request sent, after validation. */
interface SentRequest {
  params: unknown
  query: unknown
  body: unknown
}

/**
 * Which things a request reaches, so that the guard asks whether the caller's roles cover their
 * hosts. `listed`: the handler itself shows only what `visibleHosts` allows. `nothing`: it reaches
 * no stored thing, so the permission alone decides.
 */
export type Reach = 'listed' | 'nothing' | Reached

type Reached = (sent: SentRequest) => readonly ReachedThing[]

/** The thing whose id is in the path. */
export function byId(kind: ReachedThing['kind']): Reached {
  return ({ params }) => [{ kind, id: (params as { id: string }).id }]
}

/** The things whose ids the body holds, where it does. */
export function inBody<Body>(reached: (body: Body) => readonly ReachedThing[]): Reached {
  return ({ body }) => reached(body as Body)
}

/** Permissions on things that belong to hosts: their routes must declare what they reach. */
export function concernsHosts(access: string): boolean {
  return /^(hosts|uploads|analyses|plans|jobs):|^load-balancer$/.test(access)
}

/**
 * Whoever may not even see a thing learns nothing of it, not even that it exists.
 * @throws AppError `…-not-found`, or `forbidden` for a thing that the caller may only see
 */
export async function authoriseReach(
  db: Db | Tx,
  principal: Principal,
  permission: Permission,
  things: readonly ReachedThing[],
): Promise<void> {
  for (const { kind, id, needs = permission } of things) {
    // Most people have their roles on every host, and need no look-up.
    if (may(principal, needs, null)) continue
    const place = await placeOf(db, kind, id)
    if (place && covers(principal, needs, place)) continue
    if (!place || !covers(principal, toSee(needs), place)) throw notFound(kind)
    throw new AppError('forbidden', `This needs the permission ${needs} on this host.`, {
      code: 'not-on-this-host',
    })
  }
}

function covers(
  principal: Principal,
  permission: Permission,
  { tags, ownerId }: { tags: readonly string[] | null; ownerId: string | null },
): boolean {
  if (tags !== null) return may(principal, permission, tags)
  const owns = ownerId !== null && ownerId === principal.userId
  return owns && principal.permissions.has(permission)
}

/** `plans:apply` becomes `plans:read`. */
function toSee(permission: Permission): Permission {
  if (permission === 'load-balancer') return 'hosts:read'
  return permission.replace(/:.*/, ':read') as Permission
}
