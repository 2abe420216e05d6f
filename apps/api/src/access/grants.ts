import type { Grant, Role } from '@steelyard/contract'
import type { GrantModel, UserModel } from '../generated/prisma/models.ts'

export type UserWithGrants = UserModel & { grants: GrantModel[] }

/** In a fixed order, so that people read the same words everywhere. */
export function grantsOf({ grants }: UserWithGrants): Grant[] {
  return grants
    .map(({ role, tag }) => ({ role: role as Role, tag }))
    .sort((a, b) => order(a).localeCompare(order(b)))
}

const order = ({ role, tag }: Grant) => `${role} ${tag ?? ''}`
