import type { Person, PersonState } from '@steelyard/contract'
import { grantsOf } from '../access/grants.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'

export const personParts = {
  grants: { include: { provider: { select: { name: true } } } },
  totp: { select: { confirmedAt: true } },
  _count: {
    select: {
      passkeys: true,
      uploads: true,
      analyses: true,
      runs: true,
      plans: true,
      tokens: { where: { revokedAt: null } },
    },
  },
} satisfies Prisma.UserInclude

export type PersonRow = Prisma.UserGetPayload<{ include: typeof personParts }>

/** @throws AppError `person-not-found` */
export async function loadPerson(db: Db | Tx, id: string): Promise<PersonRow> {
  const row = await db.user.findUnique({ where: { id }, include: personParts })
  if (!row) throw notFound('person')
  return row
}

export function serialisePerson(row: PersonRow): Person {
  const { passkeys, ...owns } = row._count
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    state: stateOf(row),
    grants: grantsOf({ grants: grantsByHand(row) }),
    providerGrants: row.grants.flatMap((each) =>
      each.provider
        ? grantsOf({ grants: [each] }).map((grant) => ({ ...grant, provider: each.provider!.name }))
        : [],
    ),
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    secondFactor: Boolean(row.totp?.confirmedAt) || passkeys > 0,
    owns,
  }
}

/** Those that do not follow the groups of an identity provider. */
export function grantsByHand({ grants }: Pick<PersonRow, 'grants'>): PersonRow['grants'] {
  return grants.filter(({ providerId }) => providerId === null)
}

/** Who has never signed in and has no password can only come in by the invitation. */
export function stateOf({
  disabledAt,
  passwordHash,
  lastSignInAt,
}: Pick<PersonRow, 'disabledAt' | 'passwordHash' | 'lastSignInAt'>): PersonState {
  if (disabledAt) return 'deactivated'
  return passwordHash === null && lastSignInAt === null ? 'invited' : 'active'
}
