import { Permission, type Role } from '@steelyard/contract'
import { AppError } from '../errors.ts'

const all = Permission.options
const readOnly: Permission[] = [
  'hosts:read',
  'uploads:read',
  'analyses:read',
  'plans:read',
  'jobs:read',
]

/** The only place that defines what each role may do. */
const permissionsOfRole: Record<Role, readonly Permission[]> = {
  administrator: all,
  operator: all.filter((permission) => permission !== 'audit:read'),
  viewer: readOnly,
}

/** An unknown role, such as one from a newer version, has no permissions: fail closed. */
export function permissionsOf(role: string, scopes?: readonly string[]): ReadonlySet<Permission> {
  const granted = Object.hasOwn(permissionsOfRole, role) ? permissionsOfRole[role as Role] : []
  return new Set(scopes ? granted.filter((permission) => scopes.includes(permission)) : granted)
}

/**
 * What a route requires of its caller. `signed-in` admits any principal. `session` admits only a
 * person at a browser, so that a token cannot, for example, change its owner's password.
 */
export type Access = Permission | 'public' | 'signed-in' | 'session'

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
  permissions: ReadonlySet<Permission>
  /** The only host that a load balancer's token gives access to. Absent for other principals. */
  hostId?: string
}

export const anonymous: Principal = {
  kind: 'anonymous',
  id: null,
  userId: null,
  name: 'not signed in',
  permissions: new Set(),
}

export function systemPrincipal(name: 'worker' | 'agent' | 'api'): Principal {
  return { kind: 'system', id: null, userId: null, name, permissions: new Set() }
}

/** @throws AppError `unauthenticated` or `forbidden` */
export function authorise(principal: Principal, access: Access): void {
  if (access === 'public') return
  if (principal.kind === 'anonymous') {
    throw new AppError('unauthenticated', 'Sign in or send a valid API token.')
  }
  if (access === 'signed-in' && principal.hostId === undefined) return
  if (access === 'session') {
    if (principal.kind === 'user') return
    throw new AppError('forbidden', 'Only a signed-in person can do this, not an API token.')
  }
  if (access === 'signed-in' || !principal.permissions.has(access)) {
    throw new AppError('forbidden', `This needs the permission ${access}.`)
  }
}
