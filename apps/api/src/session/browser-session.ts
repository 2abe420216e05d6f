import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AfterPassword } from '../access/next-step.ts'
import { hashSecret } from '../access/secrets.ts'
import type { Config } from '../config.ts'
import { SESSION_COOKIE_PATH, sessionCookieName } from '../http/session-cookie.ts'

const LONGEST_USER_AGENT = 300

/**
 * Makes a new id at sign-in, so that a session planted before it is worthless (fixation). While a
 * step is missing, the session is half open: it has no user and no route but that step accepts it.
 */
export async function beginBrowserSession(
  request: FastifyRequest,
  userId: string,
  { step }: Pick<AfterPassword, 'step'> = { step: 'complete' },
  providerId?: string,
): Promise<void> {
  await request.session.regenerate()
  if (step === 'complete') request.session.userId = userId
  else request.session.pending = { userId, step }
  if (providerId) request.session.providerId = providerId
  request.session.confirmedAt = Date.now()
  request.session.address = request.ip
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT)
  if (userAgent) request.session.userAgent = userAgent
  await request.session.save()
}

/** Of the row in the database, with which no one can sign in. */
export function idOfSession({ session }: FastifyRequest): string {
  return hashSecret(session.sessionId)
}

export async function endBrowserSession(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, 'secureCookies'>,
): Promise<void> {
  await request.session.destroy()
  const path = SESSION_COOKIE_PATH
  reply.clearCookie(sessionCookieName(config), { path, secure: config.secureCookies })
}
