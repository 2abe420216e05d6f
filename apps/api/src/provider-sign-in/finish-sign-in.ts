import type { Actor } from '../access/actor.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { audit } from '../audit/audit.ts'
import { isUniqueViolation } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { loadProvider, type ProviderRow } from '../identity-providers/provider-row.ts'
import { recordSignIn } from '../session/record-sign-in.ts'
import { type Claims, claimsOfAnswer } from './claims-of-answer.ts'
import { personOfClaims } from './person-of-claims.ts'
import type { Ticket } from './ticket.ts'

/**
 * Lets in the person whom a provider confirms. The audit trail has refusals too.
 * @param query what the provider sent the browser back with
 * @throws AppError `identity-provider-not-found`, as `claimsOfAnswer` and `personOfClaims` do
 */
export async function finishSignIn(
  deps: Deps,
  actor: Actor,
  ticket: Ticket,
  query: string,
): Promise<UserWithGrants> {
  const provider = await loadProvider(deps.db, ticket.providerId)
  let claims: Claims | undefined
  try {
    claims = await claimsOfAnswer(deps, provider, ticket, query)
    return await letIn(deps, actor, provider, claims)
  } catch (error) {
    if (error instanceof AppError) await recordRefusal(deps, actor, provider, claims, error)
    throw error
  }
}

/** Of two first sign-ins at once, the second finds what the first has made. */
async function letIn(
  deps: Deps,
  actor: Actor,
  provider: ProviderRow,
  claims: Claims,
): Promise<UserWithGrants> {
  const once = () =>
    deps.db.$transaction(async (tx) => {
      const user = await personOfClaims(tx, actor, provider, claims)
      const where = { id: provider.id }
      await tx.identityProvider.update({ where, data: { provenAt: new Date(), trouble: null } })
      await recordSignIn(tx, actor, user.id, { provider: provider.name })
      return user
    })
  return once().catch((error) => {
    if (isUniqueViolation(error)) return once()
    throw error
  })
}

async function recordRefusal(
  { db }: Deps,
  actor: Actor,
  provider: ProviderRow,
  claims: Claims | undefined,
  { code, message }: AppError,
): Promise<void> {
  const name = typeof claims?.email === 'string' ? claims.email : null
  const target = { kind: 'user', name }
  const detail = { provider: provider.name, code, why: message }
  await db.$transaction((tx) =>
    audit(tx, actor, { action: 'session.create', target, outcome: 'refused', detail }),
  )
}
