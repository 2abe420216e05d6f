'use client'

import { HostRecommendationCard } from '../../recommendations/host-recommendation.tsx'
import { Card } from '../../ui/card.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { BesideSandpiperPart } from './beside-sandpiper.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { DomainTable } from './domain-table.tsx'
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
            <Card aria-label="Verdict" className="grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <VerdictLines analysis={analysis} result={result} />
              <div className="stacked min-w-0 border-t border-line py-2 lg:border-t-0 lg:border-l">
                <DomainTable result={result} />
              </div>
              {result.besideSandpiper ? (
                <BesideSandpiperPart beside={result.besideSandpiper} result={result} />
              ) : null}
            </Card>
            <ComparisonCard analysisId={analysis.id} result={result} />
          </>
        )}
      </WithResult>
    </div>
  )
}
