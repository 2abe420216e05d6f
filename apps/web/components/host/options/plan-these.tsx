'use client'

import { createPlan, type FilledQuestion, listPlans } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Permitted } from '../../access/permitted.tsx'
import { Button } from '../../ui/button.tsx'
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
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  const weights = wanted.domains.flatMap(({ domain, weight, cap }) => {
    const was = now.domains.find((each) => each.domain === domain)
    if (!was || (was.weight === weight && was.cap === cap)) return []
    return [{ domain, weight, ...(was.cap === cap ? {} : { cap }) }]
  })
  if (weights.length === 0) return null
  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <ProblemAlert error={create.error} title="The plan could not be made" />
        <Button
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { hostId, weights } },
              { onSuccess: ({ plan }) => router.push(`/changes/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Plan these weights
        </Button>
      </div>
    </Permitted>
  )
}
