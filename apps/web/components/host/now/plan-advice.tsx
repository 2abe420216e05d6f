'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { useNewPlan } from '../../plan/use-new-plan.ts'
import { Button } from '../../ui/button.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

export function advisesWeights({
  recommendation,
}: Pick<AnalysisResult, 'recommendation'>): boolean {
  return recommendation?.advice === 'change'
}

/** Plans the advised weights. Where nothing is advised, the reason of the advice, if any. */
export function PlanAdvice({
  analysisId,
  result,
}: {
  analysisId: string
  result: Pick<AnalysisResult, 'verdict' | 'recommendation'>
}) {
  const { plan, busy, error } = useNewPlan()
  const isMet = result.verdict === 'ok'
  if (!advisesWeights(result)) {
    const reason = isMet ? null : result.recommendation?.reason
    return reason ? <p className="text-sm">{reason}</p> : null
  }
  return (
    <Permitted needs="plans:write" doing="making plans">
      <div className="space-y-2">
        {isMet && <p className="text-sm">{result.recommendation!.reason}</p>}
        <Button
          look={isMet ? 'secondary' : 'primary'}
          busy={busy}
          onClick={() => plan({ analysisId })}
        >
          <ClipboardList aria-hidden /> Plan these weights
        </Button>
        <ProblemAlert error={error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
