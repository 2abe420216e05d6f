import { z } from 'zod'
import { Email } from './access.ts'
import { IdParams, Line, Name, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Grant } from './roles.ts'

// SCIM 2.0 (RFC 7643, RFC 7644): an identity provider creates, changes and deactivates accounts.

const SCIM = 'urn:ietf:params:scim'
export const SCIM_USER = `${SCIM}:schemas:core:2.0:User`
export const SCIM_ERROR = `${SCIM}:api:messages:2.0:Error`
export const SCIM_LIST = `${SCIM}:api:messages:2.0:ListResponse`
export const SCIM_PATCH = `${SCIM}:api:messages:2.0:PatchOp`

/** `operator` for a role on every host, `operator@web-*` for one on hosts with such a tag. */
export function scimRoleOf({ role, tag }: Grant): string {
  return tag === null ? role : `${role}@${tag}`
}

/** @throws ZodError for a role or a tag that cannot be */
export function grantOfScimRole(value: string): Grant {
  const at = value.indexOf('@')
  return Grant.parse(
    at < 0 ? { role: value } : { role: value.slice(0, at), tag: value.slice(at + 1) },
  )
}

const SCIM_ROLE = /^(administrator|(viewer|operator|approver)(@[^\s*](|[^*]{0,38}[^\s*])\*?)?)$/

const ScimRole = z.object({
  value: Line.max(80)
    .regex(SCIM_ROLE, 'administrator, or viewer, operator or approver, if need be with a tag')
    .describe('`operator` on every host, `operator@web-*` on hosts with such a tag.'),
})

const Schemas = z.array(Line.max(200)).max(20)

/** Some providers send words. */
const Active = z.union([
  z.boolean(),
  z.enum(['true', 'True', 'false', 'False']).transform((word) => word.toLowerCase() === 'true'),
])

const Part = z.union([z.literal(''), Name]).optional()

/** What may be written of a user. Attributes that Steelyard does not know are left out. */
export const ScimUserInput = z.object({
  schemas: Schemas.optional(),
  userName: Email.describe('The e-mail address with which the person signs in.'),
  externalId: Line.max(255).nullish().describe('The name of the account at the provider.'),
  displayName: Part,
  name: z.object({ formatted: Part, givenName: Part, familyName: Part }).optional(),
  active: Active.optional(),
  roles: z.array(ScimRole).max(20).optional(),
})
export type ScimUserInput = z.infer<typeof ScimUserInput>

export const ScimUser = z
  .object({
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    userName: z.string(),
    displayName: z.string(),
    name: z.object({ formatted: z.string() }),
    emails: z.array(z.object({ value: z.string(), primary: z.boolean() })),
    active: z.boolean(),
    roles: z.array(z.object({ value: z.string() })),
    meta: z.object({ resourceType: z.literal('User'), created: Timestamp, location: z.string() }),
  })
  .meta({ id: 'ScimUser' })
export type ScimUser = z.infer<typeof ScimUser>

/** They would reach the prototype of every object. */
const NAMES_OF_OBJECTS = /__proto__|constructor|prototype/

const Operation = z
  .object({
    op: z
      .enum(['add', 'Add', 'replace', 'Replace', 'remove', 'Remove'])
      .transform((word) => word.toLowerCase() as 'add' | 'replace' | 'remove'),
    path: Line.max(500)
      .refine((path) => !NAMES_OF_OBJECTS.test(path), 'an attribute of a user')
      .optional(),
    value: z.unknown().optional(),
  })
  .refine(({ op, path }) => op !== 'remove' || path !== undefined, {
    path: ['path'],
    message: 'what to remove',
  })
export type ScimOperation = z.infer<typeof Operation>

export const ScimProblem = z
  .object({
    schemas: z.array(z.string()),
    status: z.string(),
    scimType: z.string().optional(),
    detail: z.string(),
  })
  .meta({ id: 'ScimProblem' })
export type ScimProblem = z.infer<typeof ScimProblem>

const users = { tag: 'SCIM', format: 'scim' } as const
const PATH = '/scim/v2/Users'

export const listScimUsers = endpoint({
  ...users,
  id: 'listScimUsers',
  method: 'GET',
  path: PATH,
  summary: 'List or find people for an identity provider',
  query: z.object({
    filter: Line.max(500).optional().describe('Such as `userName eq "ada@example.org"`.'),
    startIndex: z.coerce.number().int().default(1),
    count: z.coerce.number().int().default(100).describe('At most 200 at once.'),
  }),
  status: 200,
  response: z.object({
    schemas: z.array(z.string()),
    totalResults: z.number().int(),
    startIndex: z.number().int(),
    itemsPerPage: z.number().int(),
    Resources: z.array(ScimUser),
  }),
})

export const getScimUser = endpoint({
  ...users,
  id: 'getScimUser',
  method: 'GET',
  path: `${PATH}/:id`,
  summary: 'Read a person for an identity provider',
  params: IdParams,
  status: 200,
  response: ScimUser,
})

export const createScimUser = endpoint({
  ...users,
  id: 'createScimUser',
  method: 'POST',
  path: PATH,
  summary: 'Create an account without a password; its person signs in through a provider',
  body: ScimUserInput,
  status: 201,
  response: ScimUser,
})

export const replaceScimUser = endpoint({
  ...users,
  id: 'replaceScimUser',
  method: 'PUT',
  path: `${PATH}/:id`,
  summary: 'Replace what a provider says of a person; what it leaves out stays',
  params: IdParams,
  body: ScimUserInput,
  status: 200,
  response: ScimUser,
})

export const patchScimUser = endpoint({
  ...users,
  id: 'patchScimUser',
  method: 'PATCH',
  path: `${PATH}/:id`,
  summary: 'Change a person; `active: false` ends all sessions and revokes all API tokens',
  params: IdParams,
  body: z.object({
    schemas: Schemas.optional(),
    Operations: z.array(Operation).min(1).max(50),
  }),
  status: 200,
  response: ScimUser,
})

export const deleteScimUser = endpoint({
  ...users,
  id: 'deleteScimUser',
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Deactivate a person and leave the account out of SCIM; what the person made stays',
  params: IdParams,
  status: 204,
})

const Description = z.record(z.string(), z.unknown())

export const getScimConfig = endpoint({
  ...users,
  id: 'getScimConfig',
  method: 'GET',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'Tell an identity provider what is supported',
  status: 200,
  response: Description,
})

export const listScimResourceTypes = endpoint({
  ...users,
  id: 'listScimResourceTypes',
  method: 'GET',
  path: '/scim/v2/ResourceTypes',
  summary: 'Tell an identity provider which resources there are',
  status: 200,
  response: Description,
})

export const listScimSchemas = endpoint({
  ...users,
  id: 'listScimSchemas',
  method: 'GET',
  path: '/scim/v2/Schemas',
  summary: 'Tell an identity provider which attributes a user has',
  status: 200,
  response: Description,
})
