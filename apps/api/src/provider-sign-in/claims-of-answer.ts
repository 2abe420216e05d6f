import * as oidc from 'openid-client'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { callbackUrl } from '../identity-providers/addresses.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  discoverProvider,
} from '../identity-providers/discover-provider.ts'
import { isProvidersFault, reasonOf } from '../identity-providers/reason-of.ts'
import { secondsOf } from '../milliseconds.ts'
import type { Ticket } from './ticket.ts'

/** What a provider says of a person, from the ID token and, where there is one, the user info. */
export interface Claims {
  sub: string
  [claim: string]: unknown
}

/**
 * Exchanges the code for a checked ID token: signature, issuer, audience, times, nonce; and, for a
 * confirmation, that the provider asked the person.
 * @param query what the provider sent the browser back with
 * @throws AppError `unauthenticated` (`provider-refused`, `not-asked-again`), `unprocessable`
 *   (`identity-provider-unusable`), which the list of providers then shows
 */
export async function claimsOfAnswer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  provider: IdentityProviderModel,
  { verifier, state, nonce, confirms }: Ticket,
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
    requireSubject(provider, claims)
    if (confirms) requireAskedAgain(provider, claims, confirms.askedAt)
    // Providers without that endpoint put everything into the ID token.
    if (!configuration.serverMetadata().userinfo_endpoint) return claims
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { ...claims, ...more }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const why = `${provider.name} did not confirm the sign-in: ${reasonOf(cause)}.`
    if (!isProvidersFault(cause))
      throw new AppError('unauthenticated', why, { code: 'provider-refused', cause })
    await db.identityProvider.update({ where: { id: provider.id }, data: { trouble: why } })
    throw new AppError('unprocessable', why, { code: 'identity-provider-unusable', cause })
  }
}

/** At most 255 characters of ASCII (OpenID Connect Core 2), and not none: it would be everybody. */
function requireSubject({ name }: IdentityProviderModel, { sub }: Claims): void {
  if (/^[\x20-\x7e]{1,255}$/.test(sub)) return
  const why = `${name} did not confirm the sign-in: its token names no subject that could be a person’s.`
  throw new AppError('unauthenticated', why, { code: 'provider-refused' })
}

/**
 * A provider may overlook that it was to ask, so its word counts only with the time at which it did
 * (OpenID Connect Core 3.1.3.7, step 13). The person may have taken their time there, so this is
 * compared with when the way there began; the library would count back from now.
 */
function requireAskedAgain(
  { name }: IdentityProviderModel,
  { auth_time: askedThere }: Claims,
  askedAt: number,
): void {
  const earliest = secondsOf(askedAt) - CLOCK_TOLERANCE_SECONDS
  if (typeof askedThere === 'number' && askedThere >= earliest) return
  const how = askedThere === undefined ? 'does not say when it asked' : 'did not ask'
  throw new AppError('unauthenticated', `${name} ${how} who you are, so it confirms nothing.`, {
    code: 'not-asked-again',
  })
}
