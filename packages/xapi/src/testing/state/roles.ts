/** Roles from the one that may do most to the one that may do least; each may what those after it may. */
export const ROLES = [
  'pool-admin',
  'pool-operator',
  'vm-power-admin',
  'vm-admin',
  'vm-operator',
  'read-only',
] as const
export type Role = (typeof ROLES)[number]

/** The roles that include what a role may do. */
export function rolesFrom(role: Role): readonly Role[] {
  return ROLES.slice(0, ROLES.indexOf(role) + 1)
}
