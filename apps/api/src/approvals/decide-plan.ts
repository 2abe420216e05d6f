import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError, conflict } from '../errors.ts'
import { lockHostRow } from '../hosts/host-row.ts'
import { approvalOf, isByMaker, makersOf } from '../plans/approval-of.ts'
import { loadPlan, type PlanRow } from '../plans/plan-row.ts'
import { planState } from '../plans/plan-state.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'

interface Decision {
  hash: string
  decision: 'approved' | 'rejected'
  note: string
  proof: Proof
}

/**
 * Records what a second person decided about exactly this plan.
 * @throws AppError `plan-not-found`, `person-needed` for an API token, as `confirmPerson` does,
 *   `own-plan`, `approver-not-independent`, `plan-changed`, `plan-expired`, `plan-not-planned`, `approval-not-needed`,
 *   `plan-decided`
 */
export async function decidePlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  { hash, decision, note, proof }: Decision,
): Promise<PlanRow> {
  const { principal } = actor
  const { hostId, host } = await loadPlan(deps.db, planId)
  if (principal.kind !== 'user') {
    throw new AppError(
      'forbidden',
      'Only a person at a browser can approve or reject a plan, not an API token.',
      { code: 'person-needed' },
    )
  }
  const act = { action: 'plan.decide', target: { kind: 'plan', id: planId, name: host.name } }
  await confirmPerson(deps, actor, proof, act)
  return deps.db.$transaction(async (tx) => {
    await lockHostRow(tx, hostId)
    const plan = await loadPlan(tx, planId)
    refuseMaker(plan, principal.userId!)
    refuseUndecidable(plan, hash, decision)
    const { behindIds } = principal
    if (decision === 'approved' && isByMaker(plan, behindIds)) throw notIndependent()
    const by = { byId: principal.userId, byName: principal.name, behindIds: [...behindIds] }
    await tx.planApproval.create({ data: { planId, planHash: hash, decision, note, ...by } })
    await audit(tx, actor, { ...act, detail: { hash, decision, note } })
    return loadPlan(tx, planId)
  })
}

function refuseMaker(plan: PlanRow, userId: string): void {
  if (!makersOf(plan).includes(userId)) return
  throw new AppError('forbidden', 'You made this plan, so someone else must decide about it.', {
    code: 'own-plan',
  })
}

/** A rejection is nobody's gain, so it is not refused. */
function notIndependent(): AppError {
  return new AppError(
    'forbidden',
    'Whoever made this plan let you in here. So your approval would be no second person’s. Ask another approver, or use a new link of an administrator whom the maker did not let in.',
    { code: 'approver-not-independent' },
  )
}

function refuseUndecidable(plan: PlanRow, hash: string, decision: Decision['decision']): void {
  if (planState(plan) !== 'planned') {
    throw conflict('plan-not-planned', 'Only a plan that has not been applied can be decided.')
  }
  if (plan.hash !== hash) {
    throw conflict('plan-changed', 'This is not the plan that you reviewed. Review it again.')
  }
  if (plan.expiresAt === null || plan.expiresAt <= new Date()) {
    throw conflict('plan-expired', 'This plan is too old: the host may have changed.')
  }
  const approval = approvalOf(plan)
  if (approval === null) {
    throw conflict('approval-not-needed', 'This plan needs no second person.')
  }
  // Until it is applied, an approval can be taken back by a rejection, but a rejection ends it.
  if (approval.state === 'rejected' || approval.state === decision) {
    throw conflict('plan-decided', `This plan has already been ${approval.state}.`)
  }
}
