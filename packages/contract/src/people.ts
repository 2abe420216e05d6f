import { z } from 'zod'
import { Email, NewPassword } from './access.ts'
import { Id, IdParams, Name, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Grant, Role } from './roles.ts'
import { SignInState } from './second-factors.ts'

export const PersonState = z
  .enum(['active', 'invited', 'deactivated'])
  .describe('`invited`: has not used the invitation yet and cannot sign in.')
export type PersonState = z.infer<typeof PersonState>

export const Grants = z
  .array(Grant)
  .max(20)
  .refine(
    (grants) => new Set(grants.map((grant) => JSON.stringify(grant))).size === grants.length,
    {
      message: 'each role once for a tag',
    },
  )

export const Person = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    state: PersonState,
    grants: z.array(Grant).describe('Roles given by hand.'),
    providerGrants: z
      .array(z.object({ role: Role, tag: z.string().nullable(), provider: z.string() }))
      .describe('Roles that follow the groups of an identity provider, with its name.'),
    createdAt: Timestamp,
    lastSignInAt: Timestamp.nullable(),
    secondFactor: z.boolean().describe('Whether a passkey or an authenticator app is set up.'),
    owns: z
      .object({
        uploads: z.number().int(),
        analyses: z.number().int(),
        runs: z.number().int(),
        plans: z.number().int(),
        tokens: z.number().int().describe('API tokens that are still valid.'),
      })
      .describe('What this person made. All but tokens can be transferred.'),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const AccountLink = z
  .object({
    url: z.string().describe('The one-time link, shown only in this answer.'),
    expiresAt: Timestamp,
    mailed: z
      .boolean()
      .describe('Whether it was also sent by e-mail. If not, pass it on yourself.'),
  })
  .meta({ id: 'AccountLink' })
export type AccountLink = z.infer<typeof AccountLink>

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/people',
  tag: 'People',
  summary: 'List everyone who has or had access, by name',
  status: 200,
  response: z.object({ data: z.array(Person) }),
})

export const invitePerson = endpoint({
  id: 'invitePerson',
  method: 'POST',
  path: '/people',
  tag: 'People',
  summary: 'Invite a person by a one-time link, valid for seven days',
  body: z.object({ email: Email, name: Name, grants: Grants.min(1) }),
  status: 201,
  response: z.object({ person: Person, link: AccountLink }),
})

export const updatePerson = endpoint({
  id: 'updatePerson',
  method: 'PATCH',
  path: '/people/:id',
  tag: 'People',
  summary:
    'Change name, e-mail address or roles of a person, or deactivate and reactivate the account; deactivating ends all sessions and revokes all API tokens',
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    email: Email.optional(),
    grants: Grants.optional(),
    active: z.boolean().optional(),
  }),
  status: 200,
  response: Person,
})

export const makePersonLink = endpoint({
  id: 'makePersonLink',
  method: 'POST',
  path: '/people/:id/link',
  tag: 'People',
  summary:
    'Make a new one-time link: another invitation, or, for an active person, a reset of the password',
  params: IdParams,
  status: 201,
  response: AccountLink,
})

export const endPersonSessions = endpoint({
  id: 'endPersonSessions',
  method: 'DELETE',
  path: '/people/:id/sessions',
  tag: 'People',
  summary: 'Sign a person out everywhere; the account stays active',
  params: IdParams,
  status: 204,
})

export const removeSecondFactors = endpoint({
  id: 'removeSecondFactors',
  method: 'DELETE',
  path: '/people/:id/second-factors',
  tag: 'People',
  summary:
    'Remove all passkeys, the authenticator app and the recovery codes of a person who has lost them; ends all sessions',
  params: IdParams,
  status: 204,
})

export const transferPerson = endpoint({
  id: 'transferPerson',
  method: 'POST',
  path: '/people/:id/transfer',
  tag: 'People',
  summary: 'Transfer uploads, analyses, runs and plans of a person to another',
  params: IdParams,
  body: z.object({ toId: Id }),
  status: 200,
  response: Person,
})

const Token = z.string().min(20).max(200)

export const openAccountLink = endpoint({
  id: 'openAccountLink',
  method: 'POST',
  path: '/account-links',
  tag: 'Access',
  summary: 'See whom a one-time link is for',
  failures: [403],
  body: z.object({ token: Token }),
  status: 200,
  response: z.object({
    kind: z.enum(['invite', 'reset']),
    email: z.string(),
    name: z.string(),
  }),
  readOnly: true,
})

export const acceptAccountLink = endpoint({
  id: 'acceptAccountLink',
  method: 'POST',
  path: '/account-links/acceptance',
  tag: 'Access',
  summary:
    'Choose a password with a one-time link, and sign in; a reset ends all sessions and revokes all API tokens',
  failures: [403],
  body: z.object({ token: Token, name: Name.optional(), password: NewPassword }),
  status: 201,
  response: SignInState,
})
