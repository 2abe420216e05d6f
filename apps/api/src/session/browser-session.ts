import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { SESSION_COOKIE_PATH, sessionCookieName } from '../http/session-cookie.ts'

const LONGEST_USER_AGENT = 300

/**
 * Makes a new id at sign-in, so that a session planted before it is worthless (fixation).
 * @param providerId of the identity provider that has confirmed the person
 */
export async function beginBrowserSession(
  request: FastifyRequest,
  userId: string,
  providerId?: string,
): Promise<void> {
  await request.session.regenerate()
  request.session.userId = userId
  if (providerId) request.session.providerId = providerId
  request.session.address = request.ip
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT)
  if (userAgent) request.session.userAgent = userAgent
  await request.session.save()
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
