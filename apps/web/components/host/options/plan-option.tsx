'use client'

import type { WantedWeight } from '@steelyard/contract'
import { useNewPlan } from '../../plan/use-new-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

/** Makes a plan of the weights of one row, with what was predicted of exactly these. */
export function PlanOption({
  analysisId,
  title,
  weights,
  look = 'secondary',
  disabled = false,
}: {
  analysisId: string
  title: string
  /** Those that differ from the ones in force. */
  weights: readonly WantedWeight[]
  look?: 'primary' | 'secondary'
  /** While the row does not show yet what is predicted of these weights. */
  disabled?: boolean
}) {
  const { plan, busy, error } = useNewPlan()
  if (weights.length === 0) return null
  return (
    <Permitted needs="plans:write">
      <Button
        size="small"
        look={look}
        busy={busy}
        disabled={disabled}
        onClick={() => plan({ analysisId, weights: [...weights] })}
      >
        Plan<span className="sr-only"> {title}</span>
      </Button>
      <ProblemAlert error={error} title="The plan could not be made" />
    </Permitted>
  )
}
