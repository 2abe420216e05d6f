/** What a person is for. A person may have several roles, each on hosts of its own. */
export const ROLES = ['administrator', 'approver', 'operator', 'viewer'] as const
type Role = (typeof ROLES)[number]

/** All permissions. A token's scopes are a subset of its owner's permissions. */
export const PERMISSIONS = [
  'hosts:read',
  'hosts:write',
  'uploads:read',
  'uploads:write',
  'analyses:read',
  'analyses:write',
  'plans:read',
  'plans:write',
  'plans:apply',
  'plans:approve',
  'jobs:read',
  'jobs:cancel',
  'load-balancer',
  'tokens:manage',
  'audit:read',
  'people:manage',
] as const
type Permission = (typeof PERMISSIONS)[number]

const readOnly: readonly Permission[] = [
  'hosts:read',
  'uploads:read',
  'analyses:read',
  'plans:read',
  'jobs:read',
]

const notForOperators: readonly Permission[] = ['plans:approve', 'audit:read', 'people:manage']

/** The only place that defines what each role may do. */
export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  administrator: PERMISSIONS,
  operator: PERMISSIONS.filter((permission) => !notForOperators.includes(permission)),
  approver: [...readOnly, 'plans:approve'],
  viewer: readOnly,
}

/** Whether a pattern, such as `web-*`, covers a host with these tags. */
export function coversTags(pattern: string | null, tags: readonly string[]): boolean {
  if (pattern === null) return true
  if (!pattern.endsWith('*')) return tags.includes(pattern)
  const beginning = pattern.slice(0, -1)
  return tags.some((tag) => tag.startsWith(beginning))
}

/** The permissions of a role; none for an unknown one, such as one of a newer version. */
export function permissionsOf(role: string): readonly Permission[] {
  return Object.hasOwn(permissionsOfRole, role) ? permissionsOfRole[role as Role] : []
}

/**
 * Whether these roles include a permission on a host with these tags.
 * @param tags null for what belongs to no host, which only a role on every host reaches
 */
export function mayOn(
  grants: readonly { role: string; tag: string | null }[],
  permission: Permission,
  tags: readonly string[] | null,
): boolean {
  return grants.some(
    ({ role, tag }) =>
      permissionsOf(role).includes(permission) &&
      (tags === null ? tag === null : coversTags(tag, tags)),
  )
}

/** `operator of web-*, viewer`: roles as people read them. */
export function describeGrants(grants: readonly { role: string; tag: string | null }[]): string {
  if (grants.length === 0) return 'no role'
  return grants.map(({ role, tag }) => (tag === null ? role : `${role} of ${tag}`)).join(', ')
}
