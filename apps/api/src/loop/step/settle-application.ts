import { presentResult } from '../../applications/present-result.ts'
import { applicationResult } from '../../applications/stored-result.ts'
import { changeWords } from '../recommendations/change-words.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'

/** Whether the change that was being applied is in force. */
export function settleApplying(row: RecommendationRow): Turn | null {
  const { application } = row
  if (application === null) return { ...NOT_APPLIED, reason: 'The record of it is gone.' }
  if (application.finishedAt === null) return null
  if (application.state === 'verified') {
    return {
      state: 'applied',
      reason: `Applied by ${application.requestedBy}: weights ${changeWords(row)}. Its outcome is being observed.`,
      decision: 'applied',
      detail: { applicationId: application.id },
      notice: { event: 'change-applied', title: 'weights were changed' },
    }
  }
  const { statement } = presentResult(applicationResult.read(application.result))
  return { ...NOT_APPLIED, reason: statement, detail: { applicationId: application.id } }
}

const NOT_APPLIED = {
  state: 'failed',
  decision: 'not-applied',
  notice: { event: 'change-failed', title: 'a change was not applied' },
} as const

/** Whether somebody has undone, or is undoing, a change whose outcome is or was being observed. */
export function settleApplied({ application }: RecommendationRow): Turn | null {
  const rollback = application?.rollbacks.find(({ state }) => state !== 'failed')
  if (!rollback) return null
  return {
    state: 'rolling-back',
    reason: `${rollback.requestedBy} is rolling it back.`,
    decision: 'rolled-back',
    data: { rollbackId: rollback.id },
  }
}

/** Whether the earlier weights are in force again. */
export function settleRollingBack({ application, rollbackId }: RecommendationRow): Turn | null {
  const rollback = application?.rollbacks.find(({ id }) => id === rollbackId)
  if (!rollback) return { ...NOT_APPLIED, reason: 'The record of the roll-back is gone.' }
  if (rollback.finishedAt === null) return null
  const detail = { rollbackId }
  if (rollback.state === 'rolled-back') {
    return {
      state: 'rolled-back',
      reason: `Rolled back by ${rollback.requestedBy}: the earlier weights are in force again.`,
      decision: 'rolled-back',
      detail,
      notice: { event: 'rolled-back', title: 'a change was rolled back' },
    }
  }
  const { statement } = presentResult(applicationResult.read(rollback.result))
  return { ...NOT_APPLIED, reason: `The roll-back failed. ${statement}`, detail }
}
