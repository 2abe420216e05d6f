'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { requestsPath } from '../../../lib/requests-path.ts'
import { BreakdownCard } from '../../analysis/load/breakdown-card.tsx'
import { LoadCard } from '../../analysis/load/load-card.tsx'
import { CalibrationCard } from '../../analysis/trust/calibration-card.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'

/** What each guest asked of the host, and where its time went. */
export function LoadSection({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  return (
    <>
      <LoadCard result={result} />
      <BreakdownCard result={result} />
      <WatchRequestsLinks uploads={analysis.uploads} />
      <CalibrationCard calibration={result.calibration} />
    </>
  )
}

/** Leads to single requests, for each of the analysed recordings that has a trace of xentrace. */
function WatchRequestsLinks({ uploads }: Pick<Analysis, 'uploads'>) {
  return uploads
    .filter(({ isTraced }) => isTraced)
    .map(({ id, name }) => (
      <p key={id} className="text-sm text-ink-soft">
        Where single requests spent their time, moment by moment:{' '}
        <InlineLink href={requestsPath(id)}>watch a request of {name}</InlineLink>.
      </p>
    ))
}
