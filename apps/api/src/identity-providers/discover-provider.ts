import * as oidc from 'openid-client'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { IdentityProviderModel } from '../generated/prisma/models.ts'
import { guardedFetch } from '../outgoing/guarded-fetch.ts'
import { open } from './client-secret.ts'
import { reasonOf } from './reason-of.ts'

const WITHIN_SECONDS = 5
/** How much the clocks of a provider and of this machine may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60
/** Nobody waits for the document at each step, and nobody long for a provider that has gone. */
const KEEP_MS = 20_000
const KEEP_FAILURE_MS = 10_000

type Settings = Pick<Config, 'sessionSecret' | 'oidcRules'>

const known = new Map<string, { key: string; until: number; found: Promise<oidc.Configuration> }>()

/**
 * What a stored provider says of itself; remembered for a while.
 * @throws AppError `unprocessable` (`identity-provider-unusable`)
 */
export function discoverProvider(
  config: Settings,
  provider: IdentityProviderModel,
): Promise<oidc.Configuration> {
  const { id, issuer, clientId, clientSecretSealed } = provider
  const key = JSON.stringify([issuer, clientId, clientSecretSealed?.toString()])
  const kept = known.get(id)
  if (kept?.key === key && kept.until > Date.now()) return kept.found
  const found = discover(config, issuer, clientId, () =>
    clientSecretSealed ? open(config, id, clientSecretSealed) : null,
  )
  const entry = { key, until: Date.now() + KEEP_MS, found }
  known.set(id, entry)
  found.catch(() => {
    entry.until = Date.now() + KEEP_FAILURE_MS
  })
  return found
}

/**
 * Reads the discovery document at an issuer.
 * @throws AppError `unprocessable` (`identity-provider-unusable`)
 */
export async function discover(
  { oidcRules }: Pick<Config, 'oidcRules'>,
  issuer: string,
  clientId: string,
  secretOf: () => string | null,
): Promise<oidc.Configuration> {
  const url = new URL(issuer)
  try {
    const configuration = await oidc.discovery(
      url,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticationWith(secretOf()),
      {
        timeout: WITHIN_SECONDS,
        [oidc.customFetch]: guardedFetch(oidcRules),
        execute: [
          oidc.enableNonRepudiationChecks,
          // `guardedFetch` still refuses http to any other machine.
          ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    )
    requireEndpoints(configuration.serverMetadata(), url.protocol)
    return configuration
  } catch (error) {
    throw unusable(issuer, error)
  }
}

/** The provider says in its document how it takes the secret; the standard prefers the header. */
function authenticationWith(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  return (server, ...rest) => {
    const methods = textsIn(server.token_endpoint_auth_methods_supported)
    const takes = methods.includes('client_secret_post')
    const authenticate = takes ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
    return authenticate(server, ...rest)
  }
}

/** A list in the document; nothing if it is none. */
export function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}

/** A browser is sent to some of them, so they are addresses like the issuer's or the document is wrong. */
function requireEndpoints(server: oidc.ServerMetadata, protocol: string): void {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (!server[name]) throw new Error(`its discovery document names no ${name}`)
  }
  for (const name of ENDPOINTS) {
    const address: unknown = server[name]
    if (address === undefined || isAddress(address, protocol)) continue
    throw new Error(`in its discovery document ${name} is no ${protocol.slice(0, -1)} address`)
  }
}

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

function isAddress(text: unknown, protocol: string): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  return ['https:', protocol].includes(new URL(text).protocol)
}

function unusable(issuer: string, cause: unknown): AppError {
  return new AppError('unprocessable', `${issuer} cannot be used: ${reasonOf(cause)}.`, {
    code: 'identity-provider-unusable',
    cause,
  })
}
