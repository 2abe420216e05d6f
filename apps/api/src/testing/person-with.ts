import { describeGrants, type Grant, type Role } from '@steelyard/contract'
import type { Prisma } from '../db.ts'

/** A person with one role on every host, or with these roles; named after them. */
export function personWith(
  role: Role | readonly Grant[],
  rest: { email: string; passwordHash: string },
): Prisma.UserCreateInput {
  const grants = typeof role === 'string' ? [{ role, tag: null }] : [...role]
  return { name: describeGrants(grants), grants: { create: grants }, ...rest }
}
