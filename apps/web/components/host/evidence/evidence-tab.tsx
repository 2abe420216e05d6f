'use client'

import { PhaseTable } from '../../analysis/evidence/phase-table.tsx'
import { FoundationsSection } from '../../analysis/foundations/foundations-section.tsx'
import { BreakdownCard } from '../../analysis/load/breakdown-card.tsx'
import { LoadCard } from '../../analysis/load/load-card.tsx'
import { SandpiperCard } from '../../analysis/load/sandpiper-card.tsx'
import { ObjectivesCard } from '../../analysis/recommendation/objectives-card.tsx'
import { RecommendationSection } from '../../analysis/recommendation/recommendation-section.tsx'
import { CalibrationCard } from '../../analysis/trust/calibration-card.tsx'
import { ErrorCard } from '../../analysis/trust/error-card.tsx'
import { TrustCard } from '../../analysis/trust/trust-card.tsx'
import { TwinCard } from '../../analysis/twin/twin-card.tsx'
import { WithResult } from '../frame/with-result.tsx'
import { SeriesSection } from './series-section.tsx'

/** Everything that the verdict rests on. */
export function EvidenceTab() {
  return (
    <WithResult>
      {(analysis, result) => (
        <div className="space-y-6">
          <TrustCard analysis={analysis} result={result} />
          <SeriesSection analysisId={analysis.id} result={result} />
          <PhaseTable result={result} />
          <TwinCard twin={result.twin} />
          {result.objectives?.length ? (
            <ObjectivesCard objectives={result.objectives} result={result} />
          ) : null}
          {result.recommendation ? (
            <RecommendationSection recommendation={result.recommendation} />
          ) : null}
          <LoadCard result={result} />
          <BreakdownCard result={result} />
          <ErrorCard result={result} />
          <CalibrationCard calibration={result.calibration} />
          <SandpiperCard sandpiper={result.sandpiper} />
          <FoundationsSection analysis={analysis} result={result} />
        </div>
      )}
    </WithResult>
  )
}
