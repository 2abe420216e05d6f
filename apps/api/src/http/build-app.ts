import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import session from '@fastify/session'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { ABSOLUTE_MS, createSessionStore } from '../access/session-store.ts'
import type { Deps } from '../deps.ts'
import { observeRequests } from '../metrics.ts'
import { traceRequests } from '../tracing/tracing.ts'
import { uuidV7 } from '../uuid.ts'
import { addBodyDeadline } from './body-deadline.ts'
import type { Module } from './define-route.ts'
import { addAccessGuard, addRateLimit, type RateLimits, requireDeclaredAccess } from './guards.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { addNotFound } from './not-found.ts'
import { addOpenApi, DOCS_BASE } from './openapi.ts'
import { sendProblem } from './problem.ts'
import { registerRoute } from './register-route.ts'
import { RequestLog } from './request-log.ts'
import { SCIM_JSON } from './scim-problem.ts'
import { SESSION_COOKIE_PATH, sessionCookieName } from './session-cookie.ts'

/** Longer than work in a thread may take, and than an event stream goes without a comment. */
const IDLE_SOCKET_MS = 180_000
const BODY_LIMIT_BYTES = 1024 * 1024
const HEADERS_WITHIN_MS = 15_000
const BODY_WITHIN_MS = 30_000

export interface AppOptions {
  rateLimits?: RateLimits
  bodyWithinMs?: number
}

/** Builds the whole HTTP application, not yet listening. */
export async function buildApp(
  deps: Deps,
  modules: readonly Module[],
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const requestLog = new RequestLog(deps.log)
  const app = Fastify({
    loggerInstance: deps.log,
    logController: requestLog,
    // Only the gateway's headers may name the client's address.
    trustProxy: deps.config.gateways,
    bodyLimit: BODY_LIMIT_BYTES,
    // As every other name that a schema does not know.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // Uploads may take hours. Other bodies have a deadline of their own, and an idle socket is
    // closed in any case.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_WITHIN_MS },
    connectionTimeout: IDLE_SOCKET_MS,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: true,
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addContentTypeParser(
    SCIM_JSON,
    { parseAs: 'string' },
    app.getDefaultJsonParser('remove', 'remove'),
  )
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, requestLog))
  app.addHook('onClose', async () => requestLog.summarise())
  requireDeclaredAccess(app, [DOCS_BASE])
  addNotFound(app)
  observeRequests(app)
  traceRequests(app)
  addBodyDeadline(app, options.bodyWithinMs ?? BODY_WITHIN_MS, requestLog)
  await addHeaders(app, deps)
  await addRateLimit(app, deps, options.rateLimits ?? { normal: 600, strict: 20 })
  await addSessions(app, deps)
  addAccessGuard(app, deps)
  await addOpenApi(app, deps.config)
  const kept = createKeptAnswers()
  for (const module of modules) await addModule(app, deps, kept, module)
  return app
}

async function addModule(
  app: FastifyInstance,
  deps: Deps,
  kept: KeptAnswers,
  module: Module,
): Promise<void> {
  for (const route of module.routes) registerRoute(app, deps, kept, route)
  await module.extend?.(app, deps)
}

async function addHeaders(app: FastifyInstance, { config }: Deps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.secureCookies ? { includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
  })
}

async function addSessions(app: FastifyInstance, { config, db }: Deps): Promise<void> {
  await app.register(cookie, { secret: config.sessionSecret })
  await app.register(session, {
    secret: config.sessionSecret,
    cookieName: sessionCookieName(config),
    store: createSessionStore(db),
    saveUninitialized: false,
    rolling: false,
    cookie: {
      path: SESSION_COOKIE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: config.secureCookies,
      maxAge: ABSOLUTE_MS,
    },
  })
}

/** Keeps a caller's own id if it is short and plain; any other could forge log lines. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : uuidV7()
}
