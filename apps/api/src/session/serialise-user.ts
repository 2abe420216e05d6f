import type { Permission, Role, User } from '@steelyard/contract'
import type { UserModel } from '../generated/prisma/models.ts'

/** @param permissions those of the calling principal, which a token's scopes may have narrowed */
export function serialiseUser(row: UserModel, permissions: ReadonlySet<Permission>): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    permissions: [...permissions],
  }
}
