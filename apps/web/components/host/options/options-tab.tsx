'use client'

import { WhatIfCard } from '../../forecast/what-if-card.tsx'
import { LeversCard } from '../../levers/levers-card.tsx'
import { WithResult } from '../frame/with-result.tsx'

/** What could be changed on the host, and what would come of it. */
export function OptionsTab() {
  return (
    <WithResult>
      {(analysis, result) => (
        <div className="space-y-6">
          <LeversCard analysis={analysis} result={result} />
          <WhatIfCard analysisId={analysis.id} hostId={analysis.hostId} result={result} />
        </div>
      )}
    </WithResult>
  )
}
