import type { Analysis, AnalysisResult } from '@steelyard/contract'
import Link from 'next/link'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { AnalyseAgain } from './analyse-again.tsx'
import { PublishedAndCalibrated } from './published-and-calibrated.tsx'
import { RankingList } from './ranking-list.tsx'

/**
 * Shows each estimator's error on this recording, which estimator the verdict rests on, and why.
 */
export function TrustCard({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { ranking } = result
  return (
    <Card aria-labelledby="trust">
      <CardHeader id="trust" title="How far to trust it" description={ranking.reason} />
      <CardBody className="space-y-5">
        <RankingList ranking={ranking} />
        <p className="text-sm text-ink-faint">
          Error of each window’s mean response time relative to the measurement. Bar: median error;
          vertical mark: mean error.
        </p>
        <PublishedAndCalibrated ranking={ranking} />
        <p className="text-sm">
          <Link className="text-accent underline underline-offset-4" href="/assumptions">
            What each estimate assumes
          </Link>
        </p>
        <AnalyseAgain analysis={analysis} ranking={ranking} />
      </CardBody>
    </Card>
  )
}
