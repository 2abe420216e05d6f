import { mayOn } from '@steelyard/contract'
import type { PendingRecommendation } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import { epochSecondsOf } from '../../epoch.ts'
import { approvalOf, isBehindApproval } from '../../plans/approval-of.ts'
import { cannotApplyBecause } from '../../plans/plan-reasons.ts'
import type { PlanRow } from '../../plans/plan-row.ts'
import type { GrantRow } from '../grants/grant-row.ts'
import { proposalOf } from '../recommendations/advice.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import { unpackRelief } from '../recommendations/stored-relief.ts'

/** A recommendation as `packages/loop` takes it. */
export async function pendingOf(
  tx: Tx,
  row: RecommendationRow,
  grant: GrantRow | null,
  now: Date,
): Promise<PendingRecommendation> {
  const relief = unpackRelief(row)
  const accountableId = row.decidedById ?? grant?.givenById ?? null
  return {
    state: row.state as PendingRecommendation['state'],
    createdAtEpochSeconds: epochSecondsOf(row.createdAt),
    expiresAtEpochSeconds: epochSecondsOf(row.expiresAt),
    proposal: row.advice && proposalOf(row.advice),
    relief,
    ...(await applicability(tx, row, now)),
    lacksApproval: row.plan !== null && lacksApproval(row.plan, accountableId),
    appliedAtEpochSeconds: row.application?.finishedAt
      ? epochSecondsOf(row.application.finishedAt)
      : null,
  }
}

async function applicability(
  tx: Tx,
  row: RecommendationRow,
  now: Date,
): Promise<Pick<PendingRecommendation, 'canApply' | 'cannotBecause'>> {
  const { plan } = row
  if (plan === null || plan.content === null) return { canApply: null, cannotBecause: null }
  const cannotBecause = (await lostRight(tx, row)) ?? cannotApplyBecause(plan, now)
  return { canApply: cannotBecause === null, cannotBecause }
}

/** What a person approved holds no longer than the role that let them. */
async function lostRight(
  tx: Tx,
  { decision, decidedById, decidedBy, host }: RecommendationRow,
): Promise<string | null> {
  if (decision !== 'approved') return null
  const person =
    decidedById &&
    (await tx.user.findUnique({
      where: { id: decidedById, disabledAt: null },
      select: { grants: true },
    }))
  if (person && mayOn(person.grants, 'plans:apply', host.tags)) return null
  return `${decidedBy}, who approved it, may no longer apply plans on this host.`
}

/** Where a rule demands a second person, it is neither the one in whose name the plan is applied, nor let in by them. */
function lacksApproval(plan: PlanRow, accountableId: string | null): boolean {
  const approval = approvalOf(plan)
  if (approval === null) return false
  if (approval.state !== 'approved') return true
  return accountableId !== null && isBehindApproval(plan, accountableId)
}
