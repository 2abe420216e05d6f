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

/** The one place that says which role may do what. */
const permissionsOfRole: Record<Role, readonly Permission[]> = {
  administrator: all,
  operator: all.filter((permission) => permission !== 'audit:read'),
  viewer: readOnly,
}

/** An unknown role (a row from a newer version) may do nothing: fail closed. */
export function permissionsOf(role: string, scopes?: readonly string[]): ReadonlySet<Permission> {
  const granted = Object.hasOwn(permissionsOfRole, role) ? permissionsOfRole[role as Role] : []
  return new Set(scopes ? granted.filter((permission) => scopes.includes(permission)) : granted)
}

/**
 * What a route asks of its caller. `signed-in`: any principal. `session`: a person at a browser, so
 * no token can, say, change its owner's password.
 */
export type Access = Permission | 'public' | 'signed-in' | 'session'

/**
 * Who acts. `token` stands for its owner with fewer permissions; `system` is the product itself
 * (worker, agent); `anonymous` is everyone on a public route.
 */
export interface Principal {
  kind: 'user' | 'token' | 'system' | 'anonymous'
  /** Id of the user or of the token; null for system and anonymous. */
  id: string | null
  /** The person behind it, also for a token. */
  userId: string | null
  name: string
  permissions: ReadonlySet<Permission>
  /** The one host that a load balancer's token is for. */
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
