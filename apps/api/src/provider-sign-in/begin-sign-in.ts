import * as oidc from 'openid-client'
import type { Deps } from '../deps.ts'
import { callbackUrl } from '../identity-providers/addresses.ts'
import { discoverProvider } from '../identity-providers/discover-provider.ts'
import { loadProvider } from '../identity-providers/provider-row.ts'
import type { Ticket } from './ticket.ts'

/**
 * Where to send the browser: authorization code flow with PKCE, state and nonce (RFC 9700).
 * Whoever wants to be confirmed has to be asked there, also when still signed in (`prompt`,
 * `max_age`: OpenID Connect Core 3.1.2.1).
 * @param next where the person wanted to go
 * @param confirms as in the ticket
 * @throws AppError `identity-provider-not-found`, `identity-provider-unusable`
 */
export async function beginSignIn(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  providerId: string,
  next: string,
  confirms: Ticket['confirms'],
): Promise<{ url: URL; ticket: Ticket }> {
  const provider = await loadProvider(db, providerId)
  const configuration = await discoverProvider(config, provider)
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const verifier = oidc.randomPKCECodeVerifier()
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(config, providerId),
    scope: provider.scopes,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(confirms ? { prompt: 'login', max_age: '0' } : {}),
  })
  return { url, ticket: { providerId, state, nonce, verifier, next, confirms } }
}
