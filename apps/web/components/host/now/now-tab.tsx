'use client'

import { Card } from '../../ui/card.tsx'
import { WithResult } from '../frame/with-result.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { DomainTable } from './domain-table.tsx'
import { VerdictLines } from './verdict-lines.tsx'

/** The verdict on the recording and what it rests on, on one screen. */
export function NowTab() {
  return (
    <WithResult>
      {(analysis, result) => (
        <div className="space-y-5">
          <Card aria-label="Verdict" className="grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <VerdictLines analysis={analysis} result={result} />
            <div className="stacked min-w-0 border-t border-line py-2 lg:border-t-0 lg:border-l">
              <DomainTable result={result} />
            </div>
          </Card>
          <ComparisonCard analysisId={analysis.id} result={result} />
        </div>
      )}
    </WithResult>
  )
}
