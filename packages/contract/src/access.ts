import { z } from 'zod'
import { Id, IdParams, Name, PageQuery, page, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const Role = z.enum(['administrator', 'operator', 'viewer'])
export type Role = z.infer<typeof Role>

/** Everything a principal can be allowed to do; a token's scopes are a subset of its owner's. */
export const Permission = z.enum([
  'hosts:read',
  'hosts:write',
  'uploads:read',
  'uploads:write',
  'analyses:read',
  'analyses:write',
  'plans:read',
  'plans:write',
  'plans:apply',
  'jobs:read',
  'jobs:cancel',
  'load-balancer',
  'tokens:manage',
  'audit:read',
])
export type Permission = z.infer<typeof Permission>

export const Password = z.string().min(12, 'at least 12 characters').max(256)
const Email = z.email().max(254)

export const User = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: Role,
    permissions: z.array(Permission),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const getSetup = endpoint({
  id: 'getSetup',
  method: 'GET',
  path: '/setup',
  tag: 'Access',
  summary: 'Does this installation still need its administrator?',
  status: 200,
  response: z.object({ needed: z.boolean() }),
})

export const completeSetup = endpoint({
  id: 'completeSetup',
  method: 'POST',
  path: '/setup',
  tag: 'Access',
  summary: 'Create the administrator with the one-time link and sign in',
  body: z.object({
    token: z.string().min(20).max(200),
    email: Email,
    name: Name,
    password: Password,
  }),
  status: 201,
  response: User,
})

export const signIn = endpoint({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  tag: 'Access',
  summary: 'Sign in; the answer sets the session cookie',
  body: z.object({ email: Email, password: z.string().max(256) }),
  status: 200,
  response: User,
})

export const getSession = endpoint({
  id: 'getSession',
  method: 'GET',
  path: '/session',
  tag: 'Access',
  summary: 'Who am I?',
  status: 200,
  response: User,
})

export const signOut = endpoint({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  tag: 'Access',
  summary: 'Sign out',
  status: 204,
})

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'PUT',
  path: '/session/password',
  tag: 'Access',
  summary: 'Change the own password; all other sessions end, and the API tokens unless kept',
  body: z.object({
    currentPassword: z.string().max(256),
    newPassword: Password,
    revokeTokens: z.boolean().default(true).describe('Revoke all own API tokens too.'),
  }),
  status: 204,
})

export const Token = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z.string().describe('The first characters, to recognise the token by.'),
    scopes: z.array(Permission),
    hostId: Id.nullable().describe('The one host that it is for; only of load balancers’ tokens.'),
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
  summary: 'The own API tokens, newest first',
  query: PageQuery,
  status: 200,
  response: page(Token),
})

export const createToken = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  tag: 'Access',
  summary: 'Create an API token; its secret is shown this once',
  body: z.object({
    name: Name,
    scopes: z.array(Permission).min(1).describe('`load-balancer` stands alone, and with a host.'),
    hostId: Id.nullable().default(null),
    expiresAt: Timestamp.nullable().default(null),
  }),
  status: 201,
  response: Token.extend({
    secret: z.string().describe('Shown once; send it as `Authorization: Bearer`.'),
  }),
})

export const revokeToken = endpoint({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/tokens/:id',
  tag: 'Access',
  summary: 'Revoke an API token and the tokens made with it',
  params: IdParams,
  status: 204,
})
