'use client'

import { createPlan, listPlans, type Plan } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** The same wish against the host as it is now. */
export function PlanAgain({ plan }: { plan: Plan }) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  const { analysisId } = plan
  if (!analysisId) {
    return (
      <Permitted needs="plans:write">
        <Button asChild>
          <Link href={`/plans/new?host=${plan.hostId}`}>
            <RotateCw aria-hidden /> Set weights again
          </Link>
        </Button>
      </Permitted>
    )
  }
  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <Button
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { analysisId } },
              { onSuccess: (made) => router.push(`/plans/${made.plan.id}`) },
            )
          }
        >
          <RotateCw aria-hidden /> Plan again
        </Button>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
