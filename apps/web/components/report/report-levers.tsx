'use client'

import type { Lever } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { useApi } from '../../lib/use-api.ts'
import { isLabRun } from '../lab/use-lab-runs.ts'
import { ReportPart } from './report-part.tsx'

const effects: [effect: Lever['effect'], words: string][] = [
  ['helps', 'These are predicted to help as well'],
  ['not-clear', 'No clear effect is predicted of'],
  ['harms', 'Predicted to make it worse'],
]

/** What helps most of all that was tried, and in a sentence each what else does or does not. */
export function ReportLevers({ analysisId }: { analysisId: string }) {
  const runs = useApi('listRuns', { query: { kind: 'levers', analysisId, limit: 1 } })
  const result = runs.data?.data.find(isLabRun)?.result
  const levers = result?.levers
  if (!result || !levers) return null
  const labelOf = (id: string) => result.variants.find((variant) => variant.id === id)?.label ?? id
  return (
    <ReportPart title="What helps most">
      <p>{levers.statement}</p>
      {effects.map(([effect, words]) => {
        const others = levers.ranked.filter(
          (lever) => lever.effect === effect && lever.variantId !== levers.winnerId,
        )
        return others.length === 0 ? null : (
          <p key={effect}>
            {words}: {formatList(others.map(({ variantId }) => labelOf(variantId)))}.
          </p>
        )
      })}
    </ReportPart>
  )
}
