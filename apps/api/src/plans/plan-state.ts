import type { PlanState } from '@steelyard/contract'
import type { PlanRow } from './plan-row.ts'

type StateRow = Pick<PlanRow, 'content'> & {
  applications: readonly Pick<PlanRow['applications'][number], 'kind' | 'state'>[]
  job: Pick<NonNullable<PlanRow['job']>, 'state'> | null
}

/** The state of a plan follows from its content, its applications and the job that prepares it. */
export function planState({ content, applications, job }: StateRow): PlanState {
  const isUndone = applications.some(
    ({ kind, state }) => kind === 'roll-back' && state === 'rolled-back',
  )
  if (isUndone) return 'rolled-back'
  // A roll-back that failed leaves the plan as verified as before.
  const applied = applications.find(({ kind }) => kind === 'apply')
  if (applied) return applied.state as PlanState
  if (content !== null) return 'planned'
  // A draft whose job ended without a plan has failed, however the job ended.
  return job?.state === 'failed' || job?.state === 'cancelled' ? 'failed' : 'draft'
}
