import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE, SESSION_COOKIE_PATH } from '../http/session-cookie.ts'

const LONGEST_USER_AGENT = 300

/** Makes a new id at sign-in, so that a session planted before it is worthless (fixation). */
export async function beginBrowserSession(request: FastifyRequest, userId: string): Promise<void> {
  await request.session.regenerate()
  request.session.userId = userId
  request.session.address = request.ip
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT)
  if (userAgent) request.session.userAgent = userAgent
  await request.session.save()
}

export async function endBrowserSession(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await request.session.destroy()
  reply.clearCookie(SESSION_COOKIE, { path: SESSION_COOKIE_PATH })
}
