'use client'

import type { Plan } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { useNewPlan } from './use-new-plan.ts'

/** Plans the same values again, against the host as it is now. */
export function PlanAgain({ plan: { analysisId, wanted, ownWeights, hostId } }: { plan: Plan }) {
  const { plan, busy, error } = useNewPlan()
  const body = analysisId ? { analysisId, ...(ownWeights ? { weights: ownWeights } : {}) } : wanted

  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <div className="flex flex-wrap gap-2">
          {body ? (
            <Button busy={busy} onClick={() => plan(body)}>
              <RotateCw aria-hidden /> Plan again
            </Button>
          ) : null}
          {analysisId ? null : (
            <ButtonLink href={`/changes/new?host=${hostId}`}>Set other values</ButtonLink>
          )}
        </div>
        <ProblemAlert error={error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
