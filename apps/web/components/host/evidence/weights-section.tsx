'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { isMeeting } from '@steelyard/contract/plain'
import { equationsPath, hostPath } from '../../../lib/host-paths.ts'
import { ObjectivesCard } from '../../analysis/recommendation/objectives-card.tsx'
import { RecommendationSection } from '../../analysis/recommendation/recommendation-section.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'

/** The recommended weights, and what each objective would choose. */
export function WeightsSection({
  analysis,
  result,
}: {
  analysis: Analysis
  result: AnalysisResult
}) {
  const { objectives, recommendation, verdict } = result
  if (isMeeting(verdict)) {
    return (
      <p className="text-ink-soft">
        The host meets its targets, so no other weights are recommended. What each objective would
        choose, and who would pay for it, can be asked under{' '}
        <InlineLink href={hostPath(analysis.hostId, 'options', analysis.id)}>Options</InlineLink>.
      </p>
    )
  }
  if (!recommendation && !objectives?.length) {
    return <p className="text-ink-soft">No weights were searched for on this evidence.</p>
  }
  return (
    <>
      {recommendation ? (
        <RecommendationSection
          recommendation={recommendation}
          domain0={result.domain0}
          grade={result.evidence.grade}
        />
      ) : null}
      {objectives?.length ? <ObjectivesCard objectives={objectives} result={result} /> : null}
      {result.asPrinted?.totalDelay &&
      objectives?.some(({ objective }) => objective === 'total-delay') ? (
        <p className="text-sm text-ink-soft">
          What eq (7) by itself would choose is under{' '}
          <InlineLink href={equationsPath(analysis)}>The paper’s equations</InlineLink>.
        </p>
      ) : null}
    </>
  )
}
