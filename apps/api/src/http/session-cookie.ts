import type { Config } from '../config.ts'

const NAME = 'steelyard_sid'

/** The server renders pages with the user's data, so they need the cookie too; scripts never see it. */
export const SESSION_COOKIE_PATH = '/'

/**
 * The name of the session's cookie. Where cookies are secure, a prefix makes browsers insist that
 * exactly this host set it: no other name of the domain can plant one.
 */
export function sessionCookieName({ secureCookies }: Pick<Config, 'secureCookies'>): string {
  return secureCookies ? `__Host-${NAME}` : NAME
}
