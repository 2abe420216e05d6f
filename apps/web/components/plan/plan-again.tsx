'use client'

import { createPlan, listPlans, type Plan } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Plans the same values again, against the host as it is now. */
export function PlanAgain({ plan }: { plan: Plan }) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  const { analysisId, wanted } = plan
  const body = analysisId ? { analysisId } : wanted

  async function planAgain(asked: NonNullable<typeof body>) {
    try {
      const { plan: made } = await create.mutateAsync({ body: asked })
      router.push(`/changes/${made.id}`)
    } catch {
      // The mutation's own state shows the error.
    }
  }

  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <div className="flex flex-wrap gap-2">
          {body ? (
            <Button
              busy={create.isPending || create.isSuccess}
              onClick={() => void planAgain(body)}
            >
              <RotateCw aria-hidden /> Plan again
            </Button>
          ) : null}
          {analysisId ? null : (
            <ButtonLink href={`/changes/new?host=${plan.hostId}`}>Set other values</ButtonLink>
          )}
        </div>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
