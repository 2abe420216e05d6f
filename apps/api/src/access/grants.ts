import { type Grant, Role } from '@steelyard/contract'
import type { GrantModel, UserModel } from '../generated/prisma/models.ts'

export type UserWithGrants = UserModel & { grants: GrantModel[] }

/**
 * Each once and in a fixed order, so that people read the same words everywhere. A role that only a
 * newer version knows gives nothing and is left out.
 */
export function grantsOf({
  grants,
}: {
  grants: readonly { role: string; tag: string | null }[]
}): Grant[] {
  const known = grants.flatMap(({ role, tag }) => {
    const { data } = Role.safeParse(role)
    return data ? [{ role: data, tag }] : []
  })
  const each = new Map(known.map((grant) => [order(grant), grant]))
  return [...each.values()].sort((a, b) => order(a).localeCompare(order(b)))
}

const order = ({ role, tag }: Grant) => `${role} ${tag ?? ''}`
