import {
  type Grant,
  grantOfScimRole,
  SCIM_USER,
  type ScimUser,
  type ScimUserInput,
  scimRoleOf,
} from '@steelyard/contract'
import { grantsOf } from '../access/grants.ts'
import type { Db, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { API_BASE } from '../http/register-route.ts'
import { grantsByHand, type PersonRow, personParts } from '../people/person-row.ts'

/** A person as RFC 7643, section 4.1, has it, without roles that follow groups at sign-in. */
export function serialiseScimUser(row: PersonRow, webOrigin: string): ScimUser {
  const { id, email, name, externalId } = row
  return {
    schemas: [SCIM_USER],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    displayName: name,
    name: { formatted: name },
    emails: [{ value: email, primary: true }],
    active: row.disabledAt === null,
    roles: grantsOf({ grants: grantsByHand(row) }).map((grant) => ({ value: scimRoleOf(grant) })),
    meta: {
      resourceType: 'User',
      created: row.createdAt.toISOString(),
      location: `${webOrigin}${API_BASE}/scim/v2/Users/${id}`,
    },
  }
}

/**
 * Everyone but those whom the provider took away.
 * @throws AppError `person-not-found`
 */
export async function loadScimUser(db: Db | Tx, id: string): Promise<PersonRow> {
  const row = await db.user.findUnique({ where: { id, removedAt: null }, include: personParts })
  if (!row) throw notFound('person')
  return row
}

/** What a provider says of a person, in the words of this product. */
export interface ProvisionedPerson {
  email: string
  name: string
  externalId: string | null | undefined
  active: boolean | undefined
  grants: Grant[] | undefined
}

/** @param before the name so far: where a provider sends several names, the changed one holds */
export function personOfScimUser(input: ScimUserInput, before?: string): ProvisionedPerson {
  const { userName, externalId, active, roles } = input
  const grants = roles?.map(({ value }) => grantOfScimRole(value))
  return { email: userName, name: nameOf(input, before), externalId, active, grants }
}

function nameOf({ userName, displayName, name }: ScimUserInput, before?: string): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  const names = [displayName, name?.formatted, parts].filter(Boolean) as string[]
  return (names.find((each) => each !== before) ?? names[0] ?? userName).slice(0, 120)
}
