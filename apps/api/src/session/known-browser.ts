import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret, randomSecret } from '../access/secrets.ts'
import type { Config } from '../config.ts'

const NAME = 'steelyard_browser'
const YEAR_SECONDS = 365 * 24 * 3600

/**
 * A browser that has signed in to an account keeps a signed cookie that says so. It is no credential:
 * it only gives the browser a count of wrong passwords of its own ("device cookie" of OWASP).
 * @returns its name, or null for a browser that is not known for this account
 */
export function knownBrowser(
  request: FastifyRequest,
  account: string,
  config: Pick<Config, 'secureCookies'>,
): string | null {
  const sent = request.cookies[cookieName(config)]
  const { valid, value } = sent ? request.unsignCookie(sent) : { valid: false, value: null }
  const [browser, of] = (valid && value?.split('.')) || []
  return browser && of === hashSecret(account) ? browser : null
}

export function rememberBrowser(
  reply: FastifyReply,
  account: string,
  config: Pick<Config, 'secureCookies'>,
): void {
  reply.setCookie(cookieName(config), `${randomSecret()}.${hashSecret(account)}`, {
    signed: true,
    path: '/api/v1/session',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.secureCookies,
    maxAge: YEAR_SECONDS,
  })
}

/** Browsers take a cookie with this prefix only over https. */
const cookieName = ({ secureCookies }: Pick<Config, 'secureCookies'>) =>
  secureCookies ? `__Secure-${NAME}` : NAME
