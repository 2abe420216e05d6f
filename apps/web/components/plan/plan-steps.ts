import type { PlanState } from '@steelyard/contract'

export type StepStanding = 'done' | 'current' | 'ahead' | 'good-end' | 'undone-end' | 'bad-end'

export interface PlanStep {
  state: PlanState
  label: string
  standing: StepStanding
}

const successPath: readonly PlanState[] = ['draft', 'planned', 'confirmed', 'applying']
const labels: Record<PlanState, string> = {
  draft: 'Draft',
  planned: 'Planned',
  confirmed: 'Confirmed',
  applying: 'Applying',
  verified: 'Verified',
  'rolled-back': 'Rolled back',
  failed: 'Failed',
}

/**
 * The steps of a plan with its one final state. A plan that failed before it was planned never got
 * past the draft, so only that step counts as done.
 */
export function planSteps(state: PlanState, wasPlanned: boolean): PlanStep[] {
  const end = successPath.includes(state) ? 'verified' : state
  const reached = successPath.includes(state)
    ? successPath.indexOf(state)
    : wasPlanned
      ? successPath.length
      : 1
  const steps = successPath.map(
    (each, index): PlanStep => ({
      state: each,
      label: labels[each],
      standing:
        index < reached ? 'done' : index === reached && each === state ? 'current' : 'ahead',
    }),
  )
  return [...steps, { state: end, label: labels[end], standing: endStanding(state) }]
}

function endStanding(state: PlanState): StepStanding {
  if (successPath.includes(state)) return 'ahead'
  if (state === 'rolled-back') return 'undone-end'
  return state === 'verified' ? 'good-end' : 'bad-end'
}
