'use client'

import { createPlan, listPlans } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import type { valuesToRestore } from './left-values.ts'

/** What was applied, planned against the host as it is now. */
export function RestoreValues({
  hostId,
  wanted,
}: {
  hostId: string
  wanted: ReturnType<typeof valuesToRestore>
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
              { body: { hostId, ...wanted } },
              { onSuccess: ({ plan }) => router.push(`/plans/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Plan the applied{' '}
          {wanted.pins.length > 0 ? 'values' : 'weights'} again
        </Button>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
