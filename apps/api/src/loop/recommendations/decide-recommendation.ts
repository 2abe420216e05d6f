import type { Actor } from '../../access/actor.ts'
import { refuseApprover } from '../../applications/start-applying.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import { lockHost } from '../../hosts/host-row.ts'
import { confirmPerson } from '../../second-factors/confirm-person.ts'
import type { Proof } from '../../second-factors/proof.ts'
import { policyInForce } from '../policy-in-force.ts'
import { loadRecommendation, type RecommendationRow } from './recommendation-row.ts'
import { supersedeOthers } from './supersede-others.ts'
import { turnRecommendation } from './turn-recommendation.ts'

interface Decision {
  hash: string
  decision: 'approved' | 'rejected'
  note: string
  proof: Proof
}

/**
 * Records what a person decided about exactly this plan. Approved, it is applied as soon as the
 * policy lets it, in their name.
 * @throws AppError `recommendation-not-found`, as `confirmPerson` does, `recommendation-not-open`,
 *   `plan-changed`, `only-recommended`, `approval-needed` for whoever approved its plan already
 */
export async function decideRecommendation(
  deps: Deps,
  actor: Actor,
  id: string,
  { hash, decision, note, proof }: Decision,
): Promise<RecommendationRow> {
  const { hostId, host } = await loadRecommendation(deps.db, id)
  const act = {
    action: 'recommendation.decide',
    target: { kind: 'recommendation', id, name: host.name },
  }
  await confirmPerson(deps, actor, proof, act)
  return deps.db.$transaction(async (tx) => {
    const { settings } = await policyInForce(tx, await lockHost(tx, hostId))
    const row = await loadRecommendation(tx, id)
    const now = new Date()
    refuseUndecidable(row, hash, now)
    if (decision === 'approved') {
      if (settings.mode === 'recommend' || settings.mode === 'off') throw onlyRecommended()
      refuseApprover(row.plan!, actor.principal.userId)
      await supersedeOthers(tx, row, now)
    }
    const { userId: decidedById, name: decidedBy } = actor.principal
    await turnRecommendation(
      tx,
      row,
      {
        state: decision,
        saying: { code: 'decided', by: decidedBy, decision, note },
        decision,
        data: { decision, decidedById, decidedBy, decidedAt: now },
      },
      now,
    )
    await audit(tx, actor, { ...act, detail: { hash, decision, note, planId: row.planId } })
    return loadRecommendation(tx, id)
  })
}

function refuseUndecidable({ state, plan, expiresAt }: RecommendationRow, hash: string, now: Date) {
  if (state !== 'open' || plan === null || expiresAt <= now) {
    throw conflict('recommendation-not-open', 'This recommendation does not wait for a decision.')
  }
  if (plan.hash === hash) return
  throw conflict('plan-changed', 'This is not the plan that you reviewed. Review it again.')
}

function onlyRecommended() {
  return conflict(
    'only-recommended',
    'The policy of this host only recommends. Apply the plan on its page, or have the policy act once a person approves.',
  )
}
