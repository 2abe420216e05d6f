import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { AnalyseAgain } from './analyse-again.tsx'
import { ErratumLinks } from './errata.tsx'
import { RankingList } from './ranking-list.tsx'

/**
 * Shows each estimator's error on this recording, which estimator the verdict rests on, and why.
 */
export function TrustCard({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const ranking = result.ranking ?? null
  return (
    <Card aria-labelledby="trust">
      <CardHeader
        id="trust"
        title="How far to trust it"
        description={
          ranking ? (
            <ErratumLinks text={ranking.reason} />
          ) : (
            'Analysed by an older version of Steelyard, which did not rank the estimators. Analyse the recording again to see which one comes closest.'
          )
        }
      />
      <CardBody className="space-y-5">
        {ranking ? (
          <>
            <RankingList ranking={ranking} />
            <p className="text-sm text-ink-faint">
              Error of each window’s mean response time relative to the measurement. Bar: median
              error; vertical mark: mean error.
            </p>
          </>
        ) : null}
        <AnalyseAgain analysis={analysis} ranking={ranking} />
      </CardBody>
    </Card>
  )
}
