import { type Grant, Role } from '@steelyard/contract'
import type { GrantModel, UserModel } from '../generated/prisma/models.ts'

export type UserWithGrants = UserModel & { grants: GrantModel[] }

/**
 * In a fixed order, so that people read the same words everywhere. A role that only a newer version
 * knows gives nothing and is left out.
 */
export function grantsOf({ grants }: UserWithGrants): Grant[] {
  return grants
    .flatMap(({ role, tag }) => {
      const known = Role.safeParse(role)
      return known.success ? [{ role: known.data, tag }] : []
    })
    .sort((a, b) => order(a).localeCompare(order(b)))
}

const order = ({ role, tag }: Grant) => `${role} ${tag ?? ''}`
