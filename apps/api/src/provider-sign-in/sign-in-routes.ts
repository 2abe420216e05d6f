import {
  IdParams,
  PROVIDER_SIGN_IN_PATH,
  safeReturnPath,
  signInPath,
  unconfirmedPath,
} from '@steelyard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { API_BASE } from '../http/register-route.ts'
import { signedOutUrl } from '../identity-providers/addresses.ts'
import { discoverProvider } from '../identity-providers/discover-provider.ts'
import { loadProvider } from '../identity-providers/provider-row.ts'
import { keepProviderConfirmation } from '../second-factors/provider-confirmation.ts'
import { beginBrowserSession, idOfSession } from '../session/browser-session.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { giveTicket, type Ticket, takeTicket } from './ticket.ts'

const SEE_OTHER = 303

type Handler = (deps: Deps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The addresses that a browser passes through on its way to a provider and back. */
export function addProviderSignIn(app: FastifyInstance, deps: Deps): void {
  const at = (path: string, handler: Handler) =>
    app.get(
      `${API_BASE}${PROVIDER_SIGN_IN_PATH}${path}`,
      {
        config: { access: 'public', rate: 'strict' },
        schema: { hide: true, params: IdParams, querystring: z.record(z.string(), z.unknown()) },
      },
      (request, reply) => handler(deps, request, reply),
    )
  at('', begin)
  at('/callback', finish)
  at('/sign-out', signOut)
}

async function begin(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { next: wanted, confirm } = request.query as { next?: unknown; confirm?: unknown }
  const next = safeReturnPath(typeof wanted === 'string' ? wanted : null)
  const confirms = confirm === 'yes' ? askingSession(request) : null
  if (isFromElsewhere(request) || confirms === undefined)
    return reply.redirect(signInPath(next), SEE_OTHER)
  return orBack(reply, { next, confirms }, async () => {
    const { url, ticket } = await beginSignIn(deps, idIn(request), next, confirms)
    giveTicket(reply, deps.config, ticket)
    return reply.redirect(url.href, SEE_OTHER)
  })
}

/** Only the provider with which a session began can confirm its person. */
function askingSession(request: FastifyRequest): Ticket['confirms'] | undefined {
  const { userId, providerId } = request.session
  if (userId === undefined || providerId !== idIn(request)) return undefined
  return { sessionId: idOfSession(request), askedAt: Date.now() }
}

/** A link on another site must not sign anybody in without a click of theirs on our own page. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  return ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
}

async function finish(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const ticket = takeTicket(request, reply, deps.config)
  return orBack(reply, ticket, async () => {
    if (ticket?.providerId !== idIn(request)) throw noTicket()
    const query = request.url.slice(request.url.indexOf('?'))
    const { id } = await finishSignIn(deps, request.actor, ticket, query)
    await beginBrowserSession(request, id, { step: 'complete' }, ticket.providerId)
    if (ticket.confirms) await keepProviderConfirmation(deps.db, request)
    return onwards(reply, ticket.next)
  })
}

async function signOut({ db, config }: Deps, request: FastifyRequest, reply: FastifyReply) {
  return orBack(reply, null, async () => {
    const provider = await loadProvider(db, idIn(request))
    const configuration = await discoverProvider(config, provider)
    if (!configuration.serverMetadata().end_session_endpoint) return reply.redirect(signInPath('/'))
    const after = { post_logout_redirect_uri: signedOutUrl(config) }
    return reply.redirect(oidc.buildEndSessionUrl(configuration, after).href, SEE_OTHER)
  })
}

/**
 * Whoever follows these addresses sees pages, so a refusal leads back to the sign-in page. Whoever
 * wanted to be confirmed is still signed in, and goes back to where they were.
 */
async function orBack(
  reply: FastifyReply,
  ticket: Pick<Ticket, 'next' | 'confirms'> | null,
  work: () => Promise<unknown>,
) {
  const { next, confirms } = ticket ?? { next: '/', confirms: null }
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (confirms) return onwards(reply, unconfirmedPath(next, error.code))
    return reply.redirect(signInPath(next, error.code), SEE_OTHER)
  }
}

function idIn(request: FastifyRequest): string {
  return (request.params as z.output<typeof IdParams>).id
}

function noTicket(): AppError {
  return new AppError('unauthenticated', 'This sign-in took too long, or began elsewhere.', {
    code: 'sign-in-expired',
  })
}

/**
 * Leads on to a page by a document of our own. A redirect would do so in the name of the provider's
 * site, and browsers then keep back the session's cookie (`SameSite=Strict`).
 * @param path as `safeReturnPath` gives it
 */
function onwards(reply: FastifyReply, path: string) {
  const to = path.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>

<html lang="en">

<meta charset="utf-8">

<meta http-equiv="refresh" content="0;url=${to}">

<title>Signed in</title>

<p>You are signed in. <a href="${to}">Continue</a></p>

</html>

`)
}
