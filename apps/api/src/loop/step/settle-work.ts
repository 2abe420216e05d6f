import type { Saying } from '@steelyard/words'
import { approvalOf } from '../../plans/approval-of.ts'
import { planState } from '../../plans/plan-state.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'
import { settleApplied, settleApplying, settleRollingBack } from './settle-application.ts'

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
