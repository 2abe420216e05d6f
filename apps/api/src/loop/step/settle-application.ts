import type { ApplicationEnd } from '@steelyard/words'
import { applicationResult } from '../../applications/stored-result.ts'
import { weightChanges } from '../recommendations/proposed-change.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'

/** Whether the change that was being applied is in force. */
export function settleApplying(row: RecommendationRow): Turn | null {
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

const NOT_APPLIED = {
  state: 'failed',
  decision: 'not-applied',
  notice: 'change-failed',
} as const

/** Whether somebody has undone, or is undoing, a change whose outcome is or was being observed. */
export function settleApplied({ application }: RecommendationRow): Turn | null {
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
export function settleRollingBack({ application, rollbackId }: RecommendationRow): Turn | null {
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
