'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { BreakdownCard } from '../../analysis/load/breakdown-card.tsx'
import { LoadCard } from '../../analysis/load/load-card.tsx'
import { CalibrationCard } from '../../analysis/trust/calibration-card.tsx'
import { WatchRequestsLinks } from './watch-requests-links.tsx'

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
