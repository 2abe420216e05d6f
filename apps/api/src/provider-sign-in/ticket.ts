import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { open, seal } from '../identity-providers/client-secret.ts'
import { MINUTE_MS, secondsOf } from '../milliseconds.ts'

const WITHIN_MS = 10 * MINUTE_MS
const PATH = '/api/v1/sign-in'

const Ticket = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** The session of a person who wants to be confirmed, and when they asked; else they sign in. */
  confirms: z.object({ sessionId: z.string(), askedAt: z.number() }).nullable(),
  until: z.number(),
})
export type Ticket = Omit<z.infer<typeof Ticket>, 'until'>

type Settings = Pick<Config, 'sessionSecret' | 'secureCookies'>

/**
 * Gives the browser what it carries to the provider and back, in a cookie that it can neither read
 * nor change. The session's own cookie does not come back from another site (`SameSite=Strict`).
 */
export function giveTicket(reply: FastifyReply, config: Settings, ticket: Ticket): void {
  const text = JSON.stringify({ ...ticket, until: Date.now() + WITHIN_MS })
  const sealed = Buffer.from(seal(config, 'ticket', text)).toString('base64url')
  reply.setCookie(cookieName(config), sealed, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: secondsOf(WITHIN_MS),
  })
}

/** @returns null for a ticket that is missing, late or not ours; it is gone afterwards */
export function takeTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Settings,
): Ticket | null {
  const sent = request.cookies[cookieName(config)]
  reply.clearCookie(cookieName(config), { path: PATH, secure: config.secureCookies })
  try {
    const text = open(config, 'ticket', Buffer.from(sent ?? '', 'base64url'))
    const { until, ...ticket } = Ticket.parse(JSON.parse(text))
    return until > Date.now() ? ticket : null
  } catch {
    return null
  }
}

/** Browsers take a cookie with this prefix only over https. */
const cookieName = ({ secureCookies }: Settings) =>
  secureCookies ? '__Secure-steelyard_ticket' : 'steelyard_ticket'
