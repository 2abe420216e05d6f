import { Email } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { recordWayIn } from '../access/behind.ts'
import type { UserWithGrants } from '../access/grants.ts'
import { audit } from '../audit/audit.ts'
import { isUniqueViolation } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { loadProvider, type ProviderRow } from '../identity-providers/provider-row.ts'
import { actorOf } from '../session/actor-of.ts'
import { recordSignIn } from '../session/record-sign-in.ts'
import { type Claims, claimsOfAnswer } from './claims-of-answer.ts'
import { type AskingSession, ownerOfSession, recordConfirmation } from './finish-confirmation.ts'
import { personOfClaims } from './person-of-claims.ts'
import type { Ticket } from './ticket.ts'

/**
 * Lets in the person whom a provider confirms, or confirms whoever asked for that here. The audit
 * trail has refusals too.
 * @param query what the provider sent the browser back with
 * @throws AppError `identity-provider-not-found`, as `claimsOfAnswer`, `personOfClaims`,
 *   `ownerOfSession` and `recordConfirmation` do
 */
export async function finishSignIn(
  deps: Deps,
  actor: Actor,
  ticket: Ticket,
  query: string,
): Promise<UserWithGrants> {
  const provider = await loadProvider(deps.db, ticket.providerId)
  let session: AskingSession | null = null
  let claims: Claims | undefined
  try {
    session = await sessionOf(deps, ticket)
    claims = await claimsOfAnswer(deps, provider, ticket, query)
    return await letIn(deps, actor, provider, claims, session)
  } catch (error) {
    if (error instanceof AppError) {
      const asker = session ? actorOf(actor, session.owner) : actor
      const action = ticket.confirms ? 'session.confirm' : 'session.create'
      await recordRefusal(deps, asker, { action, provider, claims, error })
    }
    throw error
  }
}

/** The session that is to be confirmed; null for a sign-in. */
async function sessionOf({ db }: Deps, { confirms }: Ticket): Promise<AskingSession | null> {
  if (!confirms) return null
  return { id: confirms.sessionId, owner: await ownerOfSession(db, confirms.sessionId) }
}

/** Of two first sign-ins at once, the second finds what the first has made. */
async function letIn(
  deps: Deps,
  actor: Actor,
  provider: ProviderRow,
  claims: Claims,
  session: AskingSession | null,
): Promise<UserWithGrants> {
  const once = () =>
    deps.db.$transaction(async (tx) => {
      const user = await personOfClaims(tx, actor, provider, claims)
      const { behindIds } = provider
      await recordWayIn(tx, { userId: user.id, behindIds, keepsPassword: true })
      const where = { id: provider.id }
      await tx.identityProvider.update({ where, data: { provenAt: new Date(), trouble: null } })
      if (session) await recordConfirmation(tx, actorOf(actor, user), session, provider.name)
      else await recordSignIn(tx, actor, user.id, { provider: provider.name })
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
  refused: { action: string; provider: ProviderRow; claims: Claims | undefined; error: AppError },
): Promise<void> {
  const { action, provider, claims, error } = refused
  const target = { kind: 'user', name: Email.safeParse(claims?.email).data ?? null }
  const detail = { provider: provider.name, code: error.code, why: error.message }
  await db.$transaction((tx) => audit(tx, actor, { action, target, outcome: 'refused', detail }))
}
