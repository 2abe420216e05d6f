import rateLimit from '@fastify/rate-limit'
import type { Permission } from '@steelyard/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countAttempt } from '../access/failed-attempts.ts'
import { type Access, anonymous, authorise, type Principal } from '../access/permissions.ts'
import { authoriseReach, concernsHosts } from '../access/reach.ts'
import { requireEveryRight } from '../access/require-every-right.ts'
import { resolvePrincipal } from '../access/resolve-principal.ts'
import { userOfSession } from '../access/session-store.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import './request-context.ts'
import { refuseCrossOrigin } from './cross-origin.ts'
import { confirmationNeeded, lacksConfirmation } from './fresh-confirmation.ts'

const WINDOW_MS = 60_000

/** Requests per client address and minute. */
export interface RateLimits {
  normal: number
  strict: number
}

/**
 * Runs before all other guards, so that what one process refuses costs no look-up in the database.
 * Only the strict limit is shared by all processes: a count of every request would be a commit for
 * every read.
 */
export async function addRateLimit(
  app: FastifyInstance,
  { db }: Pick<Deps, 'db'>,
  limits: RateLimits,
): Promise<void> {
  await app.register(rateLimit, { global: false })
  const limit = (name: 'normal' | 'strict') =>
    app.createRateLimit({
      max: limits[name],
      timeWindow: WINDOW_MS,
      keyGenerator: (request) => (name === 'strict' ? strictKey(request) : request.ip),
    })
  const limiters = { normal: limit('normal'), strict: limit('strict') }
  app.addHook('onRequest', async (request) => {
    await consume(limiters.normal, request)
    if (request.routeOptions.config.rate !== 'strict') return
    await consume(limiters.strict, request)
    const { count, untilAt } = await countAttempt(db, strictKey(request), WINDOW_MS)
    if (count > limits.strict) throw tooMany(Math.ceil((untilAt.getTime() - Date.now()) / 1000))
  })
}

async function consume(
  limiter: ReturnType<FastifyInstance['createRateLimit']>,
  request: FastifyRequest,
): Promise<void> {
  const result = await limiter(request)
  if (result.isAllowed || !result.isExceeded) return
  throw tooMany(result.ttlInSeconds)
}

const strictKey = ({ ip, routeOptions }: FastifyRequest) => `strict ${ip} ${routeOptions.url}`

function tooMany(seconds: number): AppError {
  return new AppError('rate-limited', 'Too many requests. Wait a moment and try again.', {
    retryAfterSeconds: Math.max(1, seconds),
  })
}

/**
 * Refuses routes without a declared access, so that a forgotten declaration stops the start instead
 * of depending on a reviewer.
 */
export function requireDeclaredAccess(app: FastifyInstance, publicPrefixes: string[]): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (publicPrefixes.some((prefix) => url.startsWith(prefix))) return
    if (!config?.access) throw new Error(`${method} ${url} declares no access`)
    if (concernsHosts(config.access) && !config.reach)
      throw new Error(`${method} ${url} does not declare what it reaches`)
  })
}

/** Resolves the principal, checks the origin and authorises, where access is declared. */
export function addAccessGuard(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    request.actor = { principal: anonymous, requestId: request.id, remoteIp: request.ip }
    if (!access) return
    refuseCrossOrigin(request, deps.config.webOrigin)
    if (access === 'public') return
    request.actor.principal = await resolvePrincipal(deps.db, {
      authorization: request.headers.authorization,
      sessionUserId: userOf(request, access),
      providerId: request.session.providerId,
    })
    authorise(request.actor.principal, access)
    if (request.routeOptions.config.everyRight) requireEveryRight(request.actor.principal)
    if (lacksConfirmation(request)) throw confirmationNeeded()
  })
  // After validation, because what a request reaches is named in its path and its body.
  app.addHook('preHandler', (request) => checkReach(deps, request.actor.principal, request))
}

/** A half-open session has no user, except where the missing second factor is set up. */
function userOf({ session }: FastifyRequest, access: Access): string | undefined {
  if (session.userId !== undefined || access !== 'enrolling') return session.userId
  return session.pending?.step === 'enrol' ? session.pending.userId : undefined
}

async function checkReach(
  { db }: Deps,
  principal: Principal,
  request: FastifyRequest,
): Promise<void> {
  const { access, reach } = request.routeOptions.config
  if (typeof reach !== 'function') return
  await authoriseReach(db, principal, access as Permission, reach(request))
}

/**
 * Repeats the guard's check, because a stream can outlive a sign-out, a revoked token or a lost
 * role.
 * @throws AppError `unauthenticated` or `forbidden`
 */
export async function authoriseAgain(deps: Deps, request: FastifyRequest): Promise<void> {
  const { db } = deps
  const principal = await resolvePrincipal(db, {
    authorization: request.headers.authorization,
    sessionUserId: await userOfSession(db, request.session.sessionId),
  })
  authorise(principal, request.routeOptions.config.access!)
  await checkReach(deps, principal, request)
}
