import * as oidc from 'openid-client'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { callbackUrl } from '../identity-providers/addresses.ts'
import { discoverProvider } from '../identity-providers/discover-provider.ts'
import { isProvidersFault, reasonOf } from '../identity-providers/reason-of.ts'
import type { Ticket } from './ticket.ts'

/** What a provider says of a person, from the ID token and, where there is one, the user info. */
export interface Claims {
  sub: string
  [claim: string]: unknown
}

/**
 * Exchanges the code for a checked ID token: signature, issuer, audience, times, nonce.
 * @param query what the provider sent the browser back with
 * @throws AppError `unauthenticated` (`provider-refused`), `unprocessable`
 *   (`identity-provider-unusable`), which the list of providers then shows
 */
export async function claimsOfAnswer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  provider: IdentityProviderModel,
  { verifier, state, nonce }: Ticket,
  query: string,
): Promise<Claims> {
  const configuration = await discoverProvider(config, provider)
  try {
    const address = new URL(callbackUrl(config, provider.id) + query)
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    // Providers without that endpoint put everything into the ID token.
    if (!configuration.serverMetadata().userinfo_endpoint) return claims
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { ...claims, ...more }
  } catch (cause) {
    const why = `${provider.name} did not confirm the sign-in: ${reasonOf(cause)}.`
    if (!isProvidersFault(cause))
      throw new AppError('unauthenticated', why, { code: 'provider-refused', cause })
    await db.identityProvider.update({ where: { id: provider.id }, data: { trouble: why } })
    throw new AppError('unprocessable', why, { code: 'identity-provider-unusable', cause })
  }
}
