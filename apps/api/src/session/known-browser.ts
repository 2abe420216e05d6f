import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret, randomSecret } from '../access/secrets.ts'
import type { Config } from '../config.ts'

const COOKIE = 'steelyard_browser'
const YEAR_SECONDS = 365 * 24 * 3600

/**
 * A browser that has signed in to an account keeps a signed cookie that says so. It is no credential:
 * it only gives the browser a count of wrong passwords of its own ("device cookie" of OWASP).
 * @returns its name, or null for a browser that is not known for this account
 */
export function knownBrowser(request: FastifyRequest, account: string): string | null {
  const sent = request.cookies[COOKIE]
  const { valid, value } = sent ? request.unsignCookie(sent) : { valid: false, value: null }
  const [browser, of] = (valid && value?.split('.')) || []
  return browser && of === hashSecret(account) ? browser : null
}

export function rememberBrowser(
  reply: FastifyReply,
  account: string,
  { secureCookies }: Pick<Config, 'secureCookies'>,
): void {
  reply.setCookie(COOKIE, `${randomSecret()}.${hashSecret(account)}`, {
    signed: true,
    path: '/api/v1/session',
    httpOnly: true,
    sameSite: 'strict',
    secure: secureCookies,
    maxAge: YEAR_SECONDS,
  })
}
