import { type Grant, mayOn, type Permission, permissionsOf } from '@steelyard/contract'
import { AppError } from '../errors.ts'

/**
 * What a route requires of its caller. `signed-in` admits any principal. `session` admits only a
 * person at a browser, so that a token cannot, for example, change its owner's password. `enrolling`
 * also admits one whose password was right and who has to set up a second factor first.
 */
export type Access = Permission | 'public' | 'signed-in' | 'session' | 'enrolling'

/**
 * The acting party. A `token` acts for its owner with fewer permissions; `system` is the product
 * itself (worker, agent); `anonymous` is any caller of a public route.
 */
export interface Principal {
  kind: 'user' | 'token' | 'system' | 'anonymous'
  /** The id of the user or of the token. Null for `system` and `anonymous`. */
  id: string | null
  /** The user that acts, or that owns the token. Null for `system` and `anonymous`. */
  userId: string | null
  name: string
  grants: readonly Pick<Grant, 'role' | 'tag'>[]
  /** Others who may be able to act in this name, because the way in was theirs to give. */
  behindIds: readonly string[]
  /** What the grants, narrowed by a token's scopes, allow on any host at all. */
  permissions: ReadonlySet<Permission>
  /** The only host that a load balancer's token gives access to. Absent for other principals. */
  hostId?: string
}

export const anonymous: Principal = {
  kind: 'anonymous',
  id: null,
  userId: null,
  name: 'not signed in',
  grants: [],
  behindIds: [],
  permissions: new Set(),
}

/** A process of the product, or a command that is run on its machine. */
export type SystemName = 'worker' | 'agent' | 'api' | 'wlb' | 'command-line'

export function systemPrincipal(name: SystemName): Principal {
  return { ...anonymous, kind: 'system', name }
}

/** @param scopes those of a token, which never widen what its owner may do */
export function permissionsOfGrants(
  grants: readonly { role: string }[],
  scopes?: readonly string[],
): ReadonlySet<Permission> {
  const granted = grants.flatMap(({ role }) => permissionsOf(role))
  return new Set(scopes ? granted.filter((permission) => scopes.includes(permission)) : granted)
}

/**
 * Whether a principal has a permission on a host with these tags.
 * @param tags null for what belongs to no host
 */
export function may(
  { grants, permissions }: Principal,
  permission: Permission,
  tags: readonly string[] | null,
): boolean {
  return permissions.has(permission) && mayOn(grants, permission, tags)
}

/** Whether a permission holds on every host, now and later. */
export function mayEverywhere(principal: Principal, permission: Permission): boolean {
  return may(principal, permission, null)
}

/** @throws AppError `unauthenticated` or `forbidden` */
export function authorise(principal: Principal, access: Access): void {
  if (access === 'public') return
  if (principal.kind === 'anonymous') {
    throw new AppError('unauthenticated', 'Sign in or send a valid API token.')
  }
  if (access === 'signed-in' && principal.hostId === undefined) return
  if (access === 'session' || access === 'enrolling') {
    if (principal.kind === 'user') return
    throw new AppError('forbidden', 'Only a signed-in person can do this, not an API token.')
  }
  if (access === 'signed-in' || !principal.permissions.has(access)) {
    throw new AppError('forbidden', `This needs the permission ${access}.`)
  }
}
