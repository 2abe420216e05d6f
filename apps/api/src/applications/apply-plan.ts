import { recordedOf } from '@steelyard/xen'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockHost } from '../hosts/host-row.ts'
import { approvalOf } from '../plans/approval-of.ts'
import type { PlanContent } from '../plans/plan-content.ts'
import { canApplyNow, planReasons } from '../plans/plan-reasons.ts'
import { loadPlan, type PlanRow } from '../plans/plan-row.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'
import type { ApplicationRow } from './application-row.ts'
import { refuseBusyHost, startApplication } from './start-application.ts'

/**
 * Records that the operator confirmed exactly this plan, now. The agent carries it out.
 * @throws AppError `plan-not-found`, as `confirmPerson` does, `plan-changed`, `plan-expired`,
 *   `plan-rejected`, `approval-needed`, `plan-not-applicable`, `plan-used`, `host-busy`
 */
export async function applyPlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  { hash, proof }: { hash: string; proof: Proof },
): Promise<{ application: ApplicationRow; job: JobModel }> {
  const { hostId, host } = await loadPlan(deps.db, planId)
  const target = { kind: 'plan', id: planId, name: host.name }
  await confirmPerson(deps, actor, proof, { action: 'plan.apply', target })
  return deps.db
    .$transaction(async (tx) => {
      await lockHost(tx, hostId)
      const plan = await loadPlan(tx, planId)
      const { plan: confirmed } = applicable(plan, hash)
      refuseApprover(plan, actor)
      const started = await startApplication(deps, tx, actor, {
        kind: 'apply',
        planId,
        hostId,
        rollbackOfId: null,
        recorded: confirmed.changes.map(recordedOf),
      })
      const commands = confirmed.changes.flatMap(({ commands: lines }) => lines)
      const detail = { applicationId: started.application.id, hash, commands }
      await audit(tx, actor, { action: 'plan.apply', target, detail })
      return started
    })
    .catch(refuseBusyHost)
}

function applicable(plan: PlanRow, hash: string): Extract<PlanContent, { kind: 'against-host' }> {
  if (plan.applications.length > 0) {
    throw conflict('plan-used', 'This plan has been applied before. Make a new one.')
  }
  if (plan.hash !== null && plan.hash !== hash) {
    throw conflict('plan-changed', 'This is not the plan that you reviewed. Review it again.')
  }
  const now = new Date()
  const content = plan.content as PlanContent | null
  if (canApplyNow(plan, now) && content?.kind === 'against-host') return content
  const why = planReasons(plan, now).filter(({ severity }) => severity === 'critical')
  const first = ['plan-expired', 'plan-rejected', 'approval-needed']
    .map((code) => why.find((reason) => reason.code === code))
    .find((reason) => reason !== undefined)
  if (first) throw conflict(first.code, first.text)
  throw conflict(
    'plan-not-applicable',
    why.map(({ text }) => text).join(' ') || 'This plan is not ready to be applied.',
  )
}

/** Whoever approved a plan would otherwise make up both people whose agreement it needs. */
function refuseApprover(plan: PlanRow, { principal }: Actor): void {
  if (approvalOf(plan)?.decision?.byId !== principal.userId) return
  throw conflict(
    'approval-needed',
    'You approved this plan yourself, so someone else must apply it.',
  )
}
