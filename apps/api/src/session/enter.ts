import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { AfterPassword } from '../access/next-step.ts'
import type { Deps } from '../deps.ts'
import { beginBrowserSession } from './browser-session.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { signIn } from './sign-in.ts'

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
