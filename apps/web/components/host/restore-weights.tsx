'use client'

import { createPlan, listPlans } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import type { weightsToRestore } from './left-values.ts'

/** The weights that were applied, planned against the host as it is now. */
export function RestoreWeights({
  hostId,
  weights,
}: {
  hostId: string
  weights: ReturnType<typeof weightsToRestore>
}) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <Button
          size="small"
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { hostId, weights } },
              { onSuccess: ({ plan }) => router.push(`/plans/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Plan the applied weights again
        </Button>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
