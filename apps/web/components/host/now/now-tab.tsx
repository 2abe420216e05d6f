'use client'

import { GuestsCard } from '../../guests/guests-card.tsx'
import { HostRecommendationCard } from '../../recommendations/host-recommendation.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { BesideSandpiperCard } from './beside-sandpiper.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { LiveNow } from './live/live-now.tsx'
import { MoveNeeded } from './move-needed.tsx'
import { VerdictLines } from './verdict-lines.tsx'

/** What is recommended and what a watched host does now, then the verdict on a recording and what it rests on. */
export function NowTab() {
  const { host } = useHostFrame()
  return (
    <div className="space-y-5">
      <MoveNeeded hostId={host.id} />
      <HostRecommendationCard hostId={host.id} />
      <LiveNow />
      <WithResult>
        {(analysis, result) => (
          <>
            <VerdictLines analysis={analysis} result={result} />
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
    </div>
  )
}
