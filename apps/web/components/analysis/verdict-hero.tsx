import type { AnalysisResult } from '@steelyard/contract'
import { styleOf } from '../charts/series-style.ts'
import { Card } from '../ui/card.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { ConflictList } from './conflict-list.tsx'
import { MakePlanButton } from './make-plan-button.tsx'
import { statisticWords } from './objective-labels.ts'
import { ReasonList } from './reason-list.tsx'
import { WeightPicture } from './weight-picture.tsx'

/** The verdict in one sentence, and beside it what to do about it. */
export function VerdictHero({
  analysisId,
  result,
}: {
  analysisId: string
  result: AnalysisResult
}) {
  const { verdict, recommendation } = result
  return (
    <Card aria-label="Verdict" className="grid lg:grid-cols-2">
      <div className="space-y-5 p-5 sm:p-7">
        <VerdictBadge verdict={verdict} large />
        <h2 className="text-xl leading-snug font-semibold sm:text-2xl">{result.headline}</h2>
        <ReasonList reasons={result.reasons} />
        {recommendation && verdict !== 'ok' ? (
          <ConflictList conflicts={recommendation.conflicts} />
        ) : null}
        <MakePlanButton analysisId={analysisId} verdict={verdict} recommendation={recommendation} />
      </div>
      <div className="border-t border-line p-5 sm:p-7 lg:border-t-0 lg:border-l">
        <WeightAdvice result={result} />
      </div>
    </Card>
  )
}

function WeightAdvice({ result }: { result: AnalysisResult }) {
  const { recommendation } = result
  if (!recommendation) {
    return <p className="text-sm text-ink-soft">No weights could be recommended.</p>
  }
  const by = styleOf(recommendation.estimator).label
  const leave = recommendation.advice === 'leave'
  const time = `${statisticWords[recommendation.statistic]} of response times`
  return (
    <>
      <h3 className="text-base font-semibold">
        {leave ? 'Leave the weights as they are' : 'Recommended weights'}
      </h3>
      <p className="mt-1 text-sm">{withoutLead(recommendation.reason)}</p>
      <p className="mt-1 mb-5 text-sm text-ink-faint">
        {leave
          ? `Bars: share of the CPU now. Right: ${time}, predicted by ${by}, and SLA target.`
          : `Bars: share of the CPU, the notch marks today's. Right: ${time} now and then, predicted by ${by}, what each domain gains or pays, and SLA target.`}
      </p>
      <WeightPicture domains={recommendation.domains} />
    </>
  )
}

/** The heading above says it already. */
function withoutLead(reason: string): string {
  return reason.replace(/^Leave them\. /, '')
}
