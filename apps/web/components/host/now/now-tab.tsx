'use client'

import type { AnalysisResult, HostRecommendation } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { useHostRecommendation } from '../../recommendations/use-host-recommendation.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { GuestsCard } from '../guests/guests-card.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { LiveNow } from './live/live-now.tsx'
import { MoveNeeded } from './move-needed.tsx'
import { VerdictLines } from './verdict-lines.tsx'
import { WatchOffer } from './watch-offer.tsx'

const HostRecommendationCard = dynamic(() =>
  import('../../recommendations/host-recommendation.tsx').then((it) => it.HostRecommendationCard),
)
const BesideSandpiperCard = dynamic(() =>
  import('./beside-sandpiper.tsx').then((it) => it.BesideSandpiperCard),
)

/** What is recommended and what a watched host does now, then the verdict on a recording and what it rests on. */
export function NowTab() {
  const { host, recording } = useHostFrame()
  const { recommendation, error, refetch } = useHostRecommendation(host.id)
  const isVerdicts = isAdviceOf(recording?.result, recommendation)
  return (
    <div className="space-y-5">
      <MoveNeeded hostId={host.id} />
      {recommendation && !isVerdicts ? (
        <HostRecommendationCard recommendation={recommendation} />
      ) : null}
      {error && !recommendation ? (
        <ProblemAlert
          error={error}
          title="The recommendation could not be loaded"
          onRetry={() => refetch()}
        />
      ) : null}
      <LiveNow />
      <WithResult>
        {(analysis, result) => (
          <>
            <VerdictLines
              analysis={analysis}
              result={result}
              recommendation={isVerdicts ? recommendation : null}
            />
            <GuestsCard result={result} />
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <ComparisonCard analysisId={analysis.id} result={result} />
              {result.besideSandpiper ? (
                <BesideSandpiperCard beside={result.besideSandpiper} result={result} />
              ) : null}
            </div>
          </>
        )}
      </WithResult>
      <WatchOffer />
    </div>
  )
}

/** Whether a recommendation waits for the very weights that a result advises, which says it all. */
function isAdviceOf(
  result: AnalysisResult | null | undefined,
  recommendation: HostRecommendation | null,
): boolean {
  if (!recommendation?.canDecide || recommendation.changes.length === 0) return false
  return recommendation.changes.every(({ domain, weightAfter }) =>
    result?.recommendation?.domains.some(
      (advice) => advice.domain === domain && advice.weightAfter === weightAfter,
    ),
  )
}
