'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { isMeeting } from '@steelyard/contract/plain'
import { ClipboardList } from 'lucide-react'
import { advisesWeights } from '../../../lib/advises-weights.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { useNewPlan } from '../../plan/use-new-plan.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

type Advised = Pick<AnalysisResult, 'verdict' | 'recommendation'>

/** Why the weights stay although a target is missed, or are offered although none is; else null. */
export function reasonToStay(result: Advised): string | null {
  const isSaid = advisesWeights(result) === isMeeting(result.verdict)
  return isSaid ? (result.recommendation?.reason ?? null) : null
}

/** Plans the advised weights, and leads to the other options. */
export function PlanAdvice({
  analysis,
  result,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: Advised
}) {
  const { plan, busy, error } = useNewPlan()
  if (!result.recommendation) return null
  const options = (
    <ButtonLink look="quiet" href={hostPath(analysis.hostId, 'options', analysis.id)}>
      Compare the options
    </ButtonLink>
  )
  if (!advisesWeights(result)) return options
  return (
    <>
      <Permitted needs="plans:write" doing="making plans">
        <Button
          look={isMeeting(result.verdict) ? 'secondary' : 'primary'}
          busy={busy}
          onClick={() => plan({ analysisId: analysis.id })}
        >
          <ClipboardList aria-hidden /> Plan these weights
        </Button>
      </Permitted>
      {options}
      <ProblemAlert error={error} title="The plan could not be made" />
    </>
  )
}
