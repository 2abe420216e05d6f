import type { Endpoint, Grant, Role } from '@steelyard/contract'
import { Permission, urlOf } from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { hashPassword } from '../access/password.ts'
import { hashSecret, randomSecret, TOKEN_PREFIX } from '../access/secrets.ts'
import { type AppOptions, buildApp } from '../http/build-app.ts'
import type { Module } from '../http/define-route.ts'
import { modules as productModules } from '../modules.ts'
import { personWith } from './person-with.ts'
import { startTestDeps, type TestDeps, type TestDepsOptions } from './test-deps.ts'

export const PASSWORD = 'marzipan ledger thicket ferry'

interface CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

/** Calls one operation of the contract as one principal. */
export type Caller = (
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
  options?: CallOptions,
) => Promise<Reply>

export interface TestApi {
  app: FastifyInstance
  deps: TestDeps
  /** A caller without credentials. */
  anonymous: Caller
  /** Creates a user with these roles and a caller with a token of these scopes (default: all). */
  as(
    role: Role | readonly Grant[],
    scopes?: Permission[],
  ): Promise<Caller & { userId: string; secret: string }>
  close(): Promise<void>
}

/** The real application on a database of its own. Requests go through `inject`, not a port. */
export async function startTestApi({
  supervise,
  database,
  env,
  modules = productModules,
  ...options
}: AppOptions & TestDepsOptions & { modules?: readonly Module[] } = {}): Promise<TestApi> {
  const deps = await startTestDeps({ supervise, database, env })
  const rateLimits = { normal: 100_000, strict: 100_000 }
  const app = await buildApp(deps, modules, { rateLimits, ...options })
  const passwordHash = await hashPassword(PASSWORD)
  return {
    app,
    deps,
    anonymous: caller(app, {}),
    async as(role, scopes) {
      const userId = await createUser(deps, role, passwordHash)
      const secret = await createToken(deps, userId, scopes)
      return Object.assign(caller(app, { authorization: `Bearer ${secret}` }), { userId, secret })
    },
    async close() {
      await app.close()
      await deps.close()
    },
  }
}

export function caller(app: FastifyInstance, own: Record<string, string>): Caller {
  return async (endpoint, { params, query, body, headers = {} } = {}) => {
    const reply = await app.inject({
      method: endpoint.method,
      url: urlOf('/api/v1', endpoint.path, params, query),
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = /[/+]json/.test(String(reply.headers['content-type']))
    const parsed = isJson ? reply.json() : reply.body
    return { status: reply.statusCode, body: parsed, headers: reply.headers }
  }
}

async function createUser(
  deps: TestDeps,
  role: Role | readonly Grant[],
  passwordHash: string,
): Promise<string> {
  const email = `${randomSecret()}@example.org`.toLowerCase()
  const { id } = await deps.db.user.create({ data: personWith(role, { email, passwordHash }) })
  return id
}

async function createToken(
  deps: TestDeps,
  userId: string,
  scopes: Permission[] | undefined,
): Promise<string> {
  const secret = TOKEN_PREFIX + randomSecret()
  await deps.db.apiToken.create({
    data: {
      userId,
      name: 'test',
      prefix: secret.slice(0, 10),
      secretHash: hashSecret(secret),
      scopes: scopes ?? Permission.options,
    },
  })
  return secret
}
