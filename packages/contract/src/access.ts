import { z } from 'zod'
import { Id, IdParams, Name, PageQuery, page, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Grant, Permission } from './roles.ts'
import { SignInState } from './second-factors.ts'

/** The API also refuses what is easily guessed, which it alone can know. */
export const NewPassword = z.string().min(12, 'at least 12 characters').max(256)
export const Email = z
  .email()
  .max(254)
  .regex(/^[^@]{1,64}@/, 'at most 64 characters before the @')

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    grants: z.array(Grant),
    permissions: z
      .array(Permission)
      .describe('What the caller may do anywhere; `grants` say on which hosts.'),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const getSetup = endpoint({
  id: 'getSetup',
  method: 'GET',
  path: '/setup',
  tag: 'Access',
  summary: 'Check whether this installation still needs an administrator',
  status: 200,
  response: z.object({ needed: z.boolean() }),
})

export const completeSetup = endpoint({
  id: 'completeSetup',
  method: 'POST',
  path: '/setup',
  tag: 'Access',
  summary: 'Create the administrator with the token of the one-time link, and sign in',
  failures: [403],
  body: z.object({
    token: z.string().min(20).max(200),
    email: Email,
    name: Name,
    password: NewPassword,
  }),
  status: 201,
  response: User,
})

export const signIn = endpoint({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  tag: 'Access',
  summary: 'Sign in; the answer sets the session cookie and names the step that is still missing',
  failures: [401, 403],
  body: z.object({ email: Email, password: z.string().max(256) }),
  status: 200,
  response: SignInState,
})

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/session',
  tag: 'Access',
  summary: 'Get the signed-in user',
  status: 200,
  response: User,
})

export const signOut = endpoint({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  tag: 'Access',
  summary: 'Sign out',
  status: 200,
  response: z.object({
    providerId: Id.nullable().describe(
      'The identity provider of this session, where the person is still signed in.',
    ),
  }),
})

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'PUT',
  path: '/session/password',
  tag: 'Access',
  summary:
    'Change your password; ends all other sessions and, unless kept, revokes your API tokens',
  body: z.object({
    currentPassword: z.string().max(256),
    newPassword: NewPassword,
    revokeTokens: z.boolean().default(true).describe('Whether to revoke all your API tokens too.'),
  }),
  status: 204,
})

export const BrowserSession = z
  .object({
    id: z.string(),
    current: z.boolean().describe('Whether it is the session of this very request.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp,
    address: z.string().nullable().describe('The address that signed in.'),
    userAgent: z.string().nullable().describe('The browser, as it named itself.'),
    provider: z.string().nullable().describe('The identity provider that confirmed the person.'),
  })
  .meta({ id: 'BrowserSession' })
export type BrowserSession = z.infer<typeof BrowserSession>

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  tag: 'Access',
  summary: 'List the browsers in which you are signed in, last used first',
  status: 200,
  response: z.object({ data: z.array(BrowserSession) }),
})

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/:id',
  tag: 'Access',
  summary: 'Sign out one of your browsers',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/, 'the id of a session') }),
  status: 204,
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  tag: 'Access',
  summary: 'Sign out all your other browsers',
  status: 204,
})

export const updateProfile = endpoint({
  id: 'updateProfile',
  method: 'PATCH',
  path: '/session',
  tag: 'Access',
  summary: 'Change your own name',
  body: z.object({ name: Name }),
  status: 200,
  response: User,
})

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z.string().describe('First characters of the secret, to recognise the token.'),
    scopes: z.array(Permission),
    hostId: Id.nullable().describe(
      'The only host that a load balancer’s token is for; null for other tokens.',
    ),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    lastUsedAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof Token>

export const listTokens = endpoint({
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  tag: 'Access',
  summary: 'List your API tokens, newest first',
  query: PageQuery,
  status: 200,
  response: page(Token),
})

export const createToken = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  tag: 'Access',
  summary: 'Create an API token; its secret is shown only once',
  body: z.object({
    name: Name,
    scopes: z
      .array(Permission)
      .min(1)
      .max(Permission.options.length)
      .describe('`load-balancer` must be the only scope and needs a host.'),
    hostId: Id.nullable().default(null),
    expiresAt: Timestamp.nullish().describe(
      'Omitted: in 90 days, or earlier if the token that makes it expires earlier. Null: never.',
    ),
  }),
  status: 201,
  response: Token.extend({
    secret: z.string().describe('The secret, shown only once; send it as `Authorization: Bearer`.'),
  }),
})

export const revokeToken = endpoint({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/tokens/:id',
  tag: 'Access',
  summary: 'Revoke an API token and all tokens created with it',
  params: IdParams,
  status: 204,
})
