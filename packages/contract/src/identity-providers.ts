import { z } from 'zod'
import { Id, IdParams, Name, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Grants } from './people.ts'

/** Members of a group of the provider have these roles as long as they are in it. */
export const GroupRule = z
  .object({ group: Text.min(1).max(200), grants: Grants.min(1) })
  .meta({ id: 'GroupRule' })
export type GroupRule = z.infer<typeof GroupRule>

const Issuer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .describe(
    'Where `/.well-known/openid-configuration` begins. It must be https, except on a loopback address that the installation allows.',
  )

const settings = {
  name: Name.describe('As the button on the sign-in page calls it.'),
  clientId: Text.min(1).max(200),
  scopes: z
    .string()
    .max(300)
    .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, '`openid`, and others after a space')
    .default('openid profile email'),
  groupsClaim: Text.min(1)
    .max(200)
    .default('groups')
    .describe('The claim that lists the groups of a person, or its path: `realm_access.roles`.'),
  rules: z
    .array(GroupRule)
    .max(100)
    .refine((rules) => new Set(rules.map(({ group }) => group)).size === rules.length, {
      message: 'each group once',
    })
    .default([]),
  defaultGrants: Grants.default([]).describe('The roles of everybody who signs in with it.'),
  justInTime: z
    .boolean()
    .default(false)
    .describe('Whether people who are not known here get an account, if any role is theirs.'),
  linksByEmail: z
    .boolean()
    .default(false)
    .describe(
      'Whether it may sign in people who have an account already, found by a verified e-mail address. Invited people are always found by it.',
    ),
  trustsEmails: z
    .boolean()
    .default(false)
    .describe('Whether addresses count as verified if it does not say whether they are.'),
  required: z
    .boolean()
    .default(false)
    .describe(
      'Whether nobody may sign in without it while it works; administrators may while it does not. Somebody must have signed in with it before.',
    ),
}

const ClientSecret = Text.min(1)
  .max(500)
  .nullable()
  .default(null)
  .describe('Null for a public client; in a change, null keeps the stored one.')

export const IdentityProvider = z
  .object({
    id: Id,
    issuer: z.string(),
    ...settings,
    scopes: z.string(),
    hasSecret: z.boolean(),
    people: z.number().int().describe('How many people have signed in with it.'),
    callbackUrl: z.string().describe('The redirect address to register at the provider.'),
    signedOutUrl: z.string().describe('The address to register for after signing out there.'),
    provenAt: Timestamp.nullable().describe('When somebody last signed in with it.'),
    trouble: z.string().nullable().describe('Why it does not work now; null if it does.'),
  })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.infer<typeof IdentityProvider>

export const listIdentityProviders = endpoint({
  id: 'listIdentityProviders',
  method: 'GET',
  path: '/identity-providers',
  tag: 'People',
  summary: 'List the OpenID Connect providers with which people sign in',
  status: 200,
  response: z.object({ data: z.array(IdentityProvider) }),
})

export const testIdentityProvider = endpoint({
  id: 'testIdentityProvider',
  method: 'POST',
  path: '/identity-provider-tests',
  tag: 'People',
  summary: 'Read the discovery document of a provider and say what it offers',
  body: z.object({ issuer: Issuer }),
  status: 200,
  response: z.object({
    signInAddress: z.string(),
    scopes: z.array(z.string()).describe('Those that it names; it may know others.'),
    hasUserInfo: z.boolean().describe('If not, all claims come from the ID token.'),
    hasSignOut: z.boolean().describe('Whether people can sign out there from here.'),
  }),
  readOnly: true,
})

export const addIdentityProvider = endpoint({
  id: 'addIdentityProvider',
  method: 'POST',
  path: '/identity-providers',
  tag: 'People',
  summary: 'Add an OpenID Connect provider, whose discovery document must be readable',
  body: z.object({ issuer: Issuer, ...settings, clientSecret: ClientSecret }),
  status: 201,
  response: IdentityProvider,
})

export const setIdentityProvider = endpoint({
  id: 'setIdentityProvider',
  method: 'PUT',
  path: '/identity-providers/:id',
  tag: 'People',
  summary:
    'Change a provider. Roles follow at the next sign-in of each person; another issuer is another provider',
  params: IdParams,
  body: z.object({ ...settings, clientSecret: ClientSecret }),
  status: 200,
  response: IdentityProvider,
})

export const removeIdentityProvider = endpoint({
  id: 'removeIdentityProvider',
  method: 'DELETE',
  path: '/identity-providers/:id',
  tag: 'People',
  summary:
    'Remove a provider with the roles that it gave and the sessions that began with it; people keep their accounts',
  params: IdParams,
  status: 204,
})

export const SignInWays = z
  .object({
    password: z
      .enum(['everybody', 'administrators', 'nobody'])
      .describe('Who may sign in without a provider. `administrators`: a required one fails.'),
    passkeys: z
      .boolean()
      .describe('Whether this site can have passkeys: it needs a name, and https or localhost.'),
    providers: z.array(
      z.object({
        id: Id,
        name: z.string(),
        works: z.boolean(),
        canSignOut: z.boolean().describe('Whether one can sign out of the provider itself.'),
      }),
    ),
  })
  .meta({ id: 'SignInWays' })
export type SignInWays = z.infer<typeof SignInWays>

export const getSignInWays = endpoint({
  id: 'getSignInWays',
  method: 'GET',
  path: '/sign-in-ways',
  tag: 'Access',
  summary: 'How people sign in here: with a password, and with which providers',
  status: 200,
  response: SignInWays,
})
