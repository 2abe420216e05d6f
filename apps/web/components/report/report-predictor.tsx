'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { formatPercent } from '@steelyard/contract/format'
import { useSeriesStyles } from '../charts/series-style.ts'
import { ReportPart } from './report-part.tsx'

/** Which estimator speaks in this analysis, and how far each is off on this recording. */
export function ReportPredictor({ result: { ranking } }: { result: AnalysisResult }) {
  const { styleOf } = useSeriesStyles()
  const compared = ranking.estimators.filter(({ medianApe }) => medianApe !== null)
  return (
    <ReportPart title="The predictor and its error">
      <p>{ranking.reason}</p>
      {compared.length > 0 ? (
        <p className="text-ink-soft">
          Median error of the windows:{' '}
          {compared
            .map(
              ({ estimator, medianApe }) =>
                `${styleOf(estimator).label} ${formatPercent(medianApe)}`,
            )
            .join(', ')}
          .
        </p>
      ) : null}
    </ReportPart>
  )
}
