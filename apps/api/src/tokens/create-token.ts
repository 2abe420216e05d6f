import type { Permission } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { hashSecret, randomSecret, TOKEN_PREFIX } from '../access/secrets.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import type { ApiTokenModel } from '../generated/prisma/models.ts'
import { DAY_MS } from '../milliseconds.ts'
import { holdTokens } from './hold-tokens.ts'

const SHOWN_PREFIX_LENGTH = 10

/**
 * Creates a token and returns its secret, which is stored nowhere. Scopes cannot exceed the
 * caller's own permissions, so a token cannot make a more powerful one. It cannot make one that
 * outlives it either: a token found shortly before it expires must not gain time.
 * @throws AppError `host-not-found`, `forbidden` (`scope-too-wide`), `unauthenticated` if the
 *   calling token was revoked meanwhile, `invalid` for an expiry in the past or after that of the
 *   calling token
 */
export async function createToken(
  db: Db,
  actor: Actor,
  input: {
    name: string
    scopes: Permission[]
    hostId: string | null
    expiresAt?: string | null | undefined
  },
): Promise<ApiTokenModel & { secret: string }> {
  const scopes = [...new Set(input.scopes)]
  refuseMixedScopes(scopes, input.hostId)
  const beyond = scopes.filter((scope) => !actor.principal.permissions.has(scope))
  if (beyond.length > 0) {
    throw new AppError('forbidden', `You cannot grant what you may not do: ${beyond.join(', ')}.`, {
      code: 'scope-too-wide',
    })
  }
  const secret = TOKEN_PREFIX + randomSecret()
  const row = await db.$transaction(async (tx) => {
    await holdTokens(tx, actor.principal.userId!)
    const maker = await makerOf(tx, actor)
    const host = input.hostId === null ? null : await hostOf(tx, input.hostId)
    const created = await tx.apiToken.create({
      data: {
        userId: actor.principal.userId!,
        createdByTokenId: maker?.id ?? null,
        name: input.name,
        prefix: secret.slice(0, SHOWN_PREFIX_LENGTH),
        secretHash: hashSecret(secret),
        scopes,
        hostId: host?.id ?? null,
        expiresAt: expiryWithin(maker?.expiresAt ?? null, input.expiresAt),
      },
    })
    const target = { kind: 'token', id: created.id, name: created.name }
    await audit(tx, actor, { action: 'token.create', target, detail: { scopes, host: host?.name } })
    return created
  })
  return { ...row, secret }
}

/** A load balancer's token is for one host and nothing else; no other token has a host. */
function refuseMixedScopes(scopes: readonly Permission[], hostId: string | null): void {
  const forBalancer = scopes.includes('load-balancer')
  if (forBalancer && scopes.length > 1) {
    throw invalid('body.scopes', 'load-balancer cannot be combined with other scopes')
  }
  if (forBalancer !== (hostId !== null)) {
    throw invalid('body.hostId', 'is required for the scope load-balancer, and only for it')
  }
}

async function hostOf(tx: Tx, id: string): Promise<{ id: string; name: string }> {
  const host = await tx.host.findUnique({ where: { id }, select: { id: true, name: true } })
  if (!host) throw notFound('host')
  return host
}

/** The token that makes the request; null when a person does. */
async function makerOf(tx: Tx, { principal }: Actor): Promise<ApiTokenModel | null> {
  if (principal.kind !== 'token') return null
  const maker = await tx.apiToken.findUnique({ where: { id: principal.id!, revokedAt: null } })
  if (!maker) throw new AppError('unauthenticated', 'This token has been revoked.')
  return maker
}

/** Whoever does not think about it gets a token that ends by itself. */
const DEFAULT_LIFETIME_MS = 90 * DAY_MS

function expiryWithin(latest: Date | null, wanted: string | null | undefined): Date | null {
  if (wanted === undefined) {
    const usual = new Date(Date.now() + DEFAULT_LIFETIME_MS)
    return latest && latest < usual ? latest : usual
  }
  const expiresAt = wanted === null ? latest : new Date(wanted)
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw invalid('body.expiresAt', 'is in the past')
  }
  if (expiresAt && latest && expiresAt > latest) {
    throw invalid('body.expiresAt', 'is after the expiry of the token that requests it')
  }
  return expiresAt
}
