import type { Permission, User } from '@steelyard/contract'
import { grantsOf, type UserWithGrants } from '../access/grants.ts'

/** @param permissions those of the calling principal, which a token's scopes may have narrowed */
export function serialiseUser(row: UserWithGrants, permissions: ReadonlySet<Permission>): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    grants: grantsOf(row),
    permissions: [...permissions],
  }
}
