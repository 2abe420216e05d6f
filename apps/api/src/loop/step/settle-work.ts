import type { ApplicationEnd, Saying } from '@steelyard/words'
import { applicationResult } from '../../applications/stored-result.ts'
import { approvalOf } from '../../plans/approval-of.ts'
import { planState } from '../../plans/plan-state.ts'
import { weightChanges } from '../recommendations/proposed-change.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'

const NOT_APPLIED = {
  state: 'failed',
  decision: 'not-applied',
  notice: 'change-failed',
} as const

/**
 * What has become of the work that a recommendation waits for, or of its plan in the hands of
 * people. Null: nothing yet.
 */
export function settledWork(row: RecommendationRow): Turn | null {
  switch (row.state) {
    case 'analysing':
      return settleAnalysing(row)
    case 'planning':
    case 'open':
    case 'approved':
      return settlePlan(row)
    case 'applying':
      return settleApplying(row)
    case 'applied':
    case 'worse':
      return settleApplied(row)
    case 'rolling-back':
      return settleRollingBack(row)
    default:
      return null
  }
}

const ENDED = ['failed', 'cancelled']

function failed(saying: Saying): Turn {
  return { state: 'failed', saying, decision: 'nothing-done' }
}

function settleAnalysing({ advice }: RecommendationRow): Turn | null {
  if (advice === null) return failed({ code: 'gone', what: 'analysis' })
  if (advice.grade !== null) return null
  if (!ENDED.includes(advice.jobState ?? '')) return null
  return failed({ code: 'work-failed', what: 'analysis' })
}

function settlePlan({ plan, state }: RecommendationRow): Turn | null {
  if (plan === null) return failed({ code: 'gone', what: 'plan' })
  if (planState(plan) === 'failed') return failed({ code: 'work-failed', what: 'plan' })
  const applied = plan.applications.find(({ kind }) => kind === 'apply')
  if (applied) return appliedByHand(applied)
  const approval = approvalOf(plan)
  if (approval?.state !== 'rejected' || state === 'planning') return null
  const saying = { code: 'plan-rejected', by: approval.decision!.byName } as const
  return { state: 'rejected', saying, decision: 'rejected' }
}

/** Whoever applies the plan on its own page has approved it by that. */
function appliedByHand({
  id,
  requestedById,
  requestedBy,
  createdAt,
}: {
  id: string
  requestedById: string | null
  requestedBy: string
  createdAt: Date
}): Turn {
  return {
    state: 'applying',
    saying: { code: 'applied-by-hand', by: requestedBy },
    decision: 'approved',
    data: {
      applicationId: id,
      decision: 'approved',
      decidedById: requestedById,
      decidedBy: requestedBy,
      decidedAt: createdAt,
    },
  }
}

/** Whether the change that was being applied is in force. */
function settleApplying(row: RecommendationRow): Turn | null {
  const { application } = row
  if (application === null) return { ...NOT_APPLIED, saying: { code: 'gone', what: 'application' } }
  if (application.finishedAt === null) return null
  if (application.state === 'verified') {
    return {
      state: 'applied',
      saying: { code: 'applied', by: application.requestedBy, changes: weightChanges(row) },
      decision: 'applied',
      notice: 'change-applied',
    }
  }
  return { ...NOT_APPLIED, saying: { code: 'not-applied', end: endOf(application.result) } }
}

/** Whether somebody has undone, or is undoing, a change whose outcome is or was being observed. */
function settleApplied({ application }: RecommendationRow): Turn | null {
  const rollback = application?.rollbacks.find(({ state }) => state !== 'failed')
  if (!rollback) return null
  return {
    state: 'rolling-back',
    saying: { code: 'rolling-back', by: rollback.requestedBy },
    decision: 'rolled-back',
    data: { rollbackId: rollback.id },
  }
}

/** Whether the earlier weights are in force again. */
function settleRollingBack({ application, rollbackId }: RecommendationRow): Turn | null {
  const rollback = application?.rollbacks.find(({ id }) => id === rollbackId)
  if (!rollback) return { ...NOT_APPLIED, saying: { code: 'gone', what: 'roll-back' } }
  if (rollback.finishedAt === null) return null
  if (rollback.state === 'rolled-back') {
    return {
      state: 'rolled-back',
      saying: { code: 'rolled-back', by: rollback.requestedBy },
      decision: 'rolled-back',
      notice: 'rolled-back',
    }
  }
  return { ...NOT_APPLIED, saying: { code: 'roll-back-failed', end: endOf(rollback.result) } }
}

function endOf(result: unknown): ApplicationEnd {
  const stored = applicationResult.read(result)
  return stored.version === undefined ? { said: stored.statement } : { ended: stored.ended }
}
