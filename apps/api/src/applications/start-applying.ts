import { recordedOf } from '@steelyard/xen'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { approvalOf, isBehindApproval } from '../plans/approval-of.ts'
import { type PlanContent, planContent } from '../plans/plan-content.ts'
import { canApplyNow, planReasons } from '../plans/plan-reasons.ts'
import type { PlanRow } from '../plans/plan-row.ts'
import type { ApplicationRow } from './application-row.ts'
import { type Requester, startApplication } from './start-application.ts'

/**
 * Starts applying exactly this plan, in the caller's transaction, which holds the host. The agent
 * carries it out.
 * @param accountableId the person who confirmed it now, approved it before, or gave the grant
 * @throws AppError `plan-changed`, `plan-expired`, `plan-rejected`, `approval-needed`,
 *   `plan-not-applicable`, `plan-used`
 */
export async function startApplying(
  deps: Deps,
  tx: Tx,
  plan: PlanRow,
  {
    hash,
    requester,
    accountableId,
  }: { hash: string; requester: Requester; accountableId: string | null },
): Promise<{ application: ApplicationRow; job: JobModel; commands: string[] }> {
  const { plan: confirmed } = applicable(plan, hash)
  refuseApprover(plan, accountableId)
  const started = await startApplication(deps, tx, requester, {
    kind: 'apply',
    planId: plan.id,
    hostId: plan.hostId,
    rollbackOfId: null,
    recorded: confirmed.changes.map(recordedOf),
  })
  return { ...started, commands: confirmed.changes.flatMap(({ commands }) => commands) }
}

function applicable(plan: PlanRow, hash: string): Extract<PlanContent, { kind: 'against-host' }> {
  if (plan.applications.length > 0) {
    throw conflict('plan-used', 'This plan has been applied before. Make a new one.')
  }
  if (plan.hash !== null && plan.hash !== hash) {
    throw conflict('plan-changed', 'This is not the plan that you reviewed. Review it again.')
  }
  const now = new Date()
  const content = planContent.readIfAny(plan.content)
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

/**
 * Whoever approved a plan, or let in whoever did, would otherwise make up both people whose agreement
 * it needs.
 * @throws AppError `approval-needed`
 */
export function refuseApprover(plan: PlanRow, personId: string | null): void {
  if (personId === null || !isBehindApproval(plan, personId)) return
  throw conflict(
    'approval-needed',
    approvalOf(plan)?.decision?.byId === personId
      ? 'You approved this plan yourself, so someone else must apply it.'
      : 'You let in whoever approved this plan, so someone else must apply it.',
  )
}
