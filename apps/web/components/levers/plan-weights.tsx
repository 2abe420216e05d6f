'use client'

import { createPlan, listPlans } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** From the lever to the plan that pulls it. */
export function PlanWeights({ analysisId }: { analysisId: string }) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  return (
    <Permitted needs="plans:write">
      <div className="space-y-2">
        <Button
          size="small"
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { analysisId } },
              { onSuccess: ({ plan }) => router.push(`/plans/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Plan the recommended weights
        </Button>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
