'use client'

import { VerdictHero } from '../../analysis/verdict/verdict-hero.tsx'
import { SeriesSection } from '../evidence/series-section.tsx'
import { WithResult } from '../frame/with-result.tsx'

/** The verdict on the recording and what it rests on, on one screen. */
export function NowTab() {
  return (
    <WithResult>
      {(analysis, result) => (
        <div className="space-y-6">
          <VerdictHero analysisId={analysis.id} result={result} />
          <SeriesSection analysisId={analysis.id} result={result} />
        </div>
      )}
    </WithResult>
  )
}
