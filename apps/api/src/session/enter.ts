import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { AfterPassword } from '../access/next-step.ts'
import { hashSecret, randomSecret } from '../access/secrets.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { beginBrowserSession } from './browser-session.ts'
import { signIn } from './sign-in.ts'

const BROWSER_COOKIE = 'steelyard_browser'

const YEAR_SECONDS = 365 * 24 * 3600

/**
 * Signs in the person at a browser and gives it the session cookie, as far as the password leads.
 * @throws AppError as `signIn` does
 */
export async function enter(
  deps: Deps,
  actor: Actor,
  credentials: { email: string; password: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<AfterPassword> {
  const { user, state } = await signIn(deps, actor, credentials, (account) =>
    knownBrowser(request, account, deps.config),
  )
  rememberBrowser(reply, user.email, deps.config)
  await beginBrowserSession(request, user.id, state)
  return state
}

/**
 * A browser that has signed in to an account keeps a signed cookie that says so. It is no credential:
 * it only gives the browser a count of wrong passwords of its own ("device cookie" of OWASP).
 * @returns its name, or null for a browser that is not known for this account
 */
function knownBrowser(
  request: FastifyRequest,
  account: string,
  config: Pick<Config, 'secureCookies'>,
): string | null {
  const sent = request.cookies[cookieName(config)]
  const { valid, value } = sent ? request.unsignCookie(sent) : { valid: false, value: null }
  const [browser, of] = (valid && value?.split('.')) || []
  return browser && of === hashSecret(account) ? browser : null
}

function rememberBrowser(
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
  secureCookies ? `__Secure-${BROWSER_COOKIE}` : BROWSER_COOKIE
