'use client'

import { createPlan, listPlans, type Recommendation, type Verdict } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Permitted } from '../../access/permitted.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

/** Starts a plan from the recommendation, or says why that is not possible. */
export function MakePlanButton({
  analysisId,
  verdict,
  recommendation,
}: {
  analysisId: string
  verdict: Verdict
  recommendation: Recommendation | null
}) {
  const router = useRouter()
  const create = useApiMutation(createPlan, { invalidates: [listPlans] })
  const hindrance = planHindrance(recommendation, verdict)
  if (hindrance) return <p className="text-sm text-ink-soft">{hindrance}</p>
  return (
    <Permitted needs="plans:write" doing="making plans">
      <div className="space-y-3">
        <Button
          look={verdict === 'reweight' ? 'primary' : 'secondary'}
          size="large"
          busy={create.isPending || create.isSuccess}
          onClick={() =>
            create.mutate(
              { body: { analysisId } },
              { onSuccess: ({ plan }) => router.push(`/changes/${plan.id}`) },
            )
          }
        >
          <ClipboardList aria-hidden /> Make a plan
        </Button>
        <p className="text-sm text-ink-faint">
          Reads the host and shows every change first. Nothing is changed yet.
        </p>
        <ProblemAlert error={create.error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}

/** Why a recommendation cannot become a plan. Null when it can. */
export function planHindrance(
  recommendation: Recommendation | null,
  verdict: Verdict,
): string | null {
  if (!recommendation) {
    return 'There is no recommendation to plan. The section on data quality below says what is missing.'
  }
  if (recommendation.status === 'infeasible') {
    return verdict === 'ok'
      ? 'Nothing to plan: the weights in force meet all targets, and no weights in whole steps would.'
      : 'No allowed weights are predicted to meet all targets, so there is nothing to plan. Move a domain to another host, or relax a target or a bound and analyse again.'
  }
  if (recommendation.advice === 'leave') return 'Nothing to plan: the weights in force stay.'
  return null
}
