'use client'

import type { FilledQuestion } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useNewPlan } from '../../plan/use-new-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

/** Turns weights that look right into a plan. Steelyard cannot set the other levers. */
export function PlanThese({
  hostId,
  wanted,
  now,
}: {
  hostId: string
  wanted: FilledQuestion
  now: FilledQuestion
}) {
  const { plan, busy, error } = useNewPlan()
  const weights = wanted.domains.flatMap(({ domain, weight, cap }) => {
    const was = now.domains.find((each) => each.domain === domain)
    if (!was || (was.weight === weight && was.cap === cap)) return []
    return [{ domain, weight, ...(was.cap === cap ? {} : { cap }) }]
  })
  if (weights.length === 0) return null
  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <ProblemAlert error={error} title="The plan could not be made" />
        <Button busy={busy} onClick={() => plan({ hostId, weights })}>
          <ClipboardList aria-hidden /> Plan these weights
        </Button>
      </div>
    </Permitted>
  )
}
