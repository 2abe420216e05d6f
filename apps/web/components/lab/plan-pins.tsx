'use client'

import { createPlan, listPlans, type WantedPin } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** From a placement that the twin advises to a plan of it. */
export function PlanPins({ hostId, pins }: { hostId: string; pins: WantedPin[] }) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  if (pins.length === 0) return null
  return (
    <Permitted needs="plans:write" doing="making plans">
      <div className="space-y-3">
        <ProblemAlert error={create.error} title="The plan could not be made" />
        <Button
          look="primary"
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { hostId, pins, origin: 'Pins from the scheduler lab' } },
              { onSuccess: ({ plan }) => router.push(`/plans/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Make a plan
        </Button>
        <p className="text-sm text-ink-faint">
          Reads the host and shows every change first. Nothing is changed yet.
        </p>
      </div>
    </Permitted>
  )
}
