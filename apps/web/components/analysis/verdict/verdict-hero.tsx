import type { AnalysisResult, Recommendation } from '@steelyard/contract'
import {
  formatCount,
  formatList,
  formatPredictedMs,
  formatPrediction,
  formatShare,
} from '@steelyard/contract/format'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { ShareBar } from '../../charts/share-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Card } from '../../ui/card.tsx'
import { TargetMark } from '../../ui/target-mark.tsx'
import { VerdictBadge } from '../../ui/verdict-badge.tsx'
import { statisticWords } from '../recommendation/objective-labels.ts'
import { GainOrPrice } from './gain-or-price.tsx'
import { MakePlanButton } from './make-plan-button.tsx'
import { ReasonList } from './reason-list.tsx'

/** States the verdict in one sentence, followed by what to do about it. */
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
  const { styleOf } = useSeriesStyles()
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
          : `Bars: share of the CPU, the notch marks today's. Right: ${time} before and after, predicted by ${by}, what each domain gains or pays, and SLA target.`}
      </p>
      <WeightPicture domains={recommendation.domains} />
    </>
  )
}

/** Drops the lead because the heading above already says it. */
function withoutLead(reason: string): string {
  return reason.replace(/^Leave them\. /, '')
}

/** Says which targets exclude each other. */
function ConflictList({ conflicts }: { conflicts: readonly string[][] }) {
  if (conflicts.length === 0) return null
  return (
    <Alert tone="danger" title="Targets that no weights can meet together">
      <ul className="list-disc space-y-1 pl-5">
        {conflicts.map((targets) => (
          <li key={targets.join()}>{inWords(targets)}</li>
        ))}
      </ul>
    </Alert>
  )
}

function inWords(targets: readonly string[]): string {
  if (targets.length === 1) return `${targets[0]} cannot be met, whatever the others get`
  return formatList(targets)
}

type DomainAdvice = Recommendation['domains'][number]

/**
 * Shows weight before and after, share with its previous mark, predicted time and target, by
 * domain.
 */
function WeightPicture({ domains }: { domains: readonly DomainAdvice[] }) {
  return (
    <ul className="space-y-5">
      {domains.map((domain) => (
        <li key={domain.domain}>
          <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium [overflow-wrap:anywhere]">{domain.domain}</span>
            <span className="text-sm">
              <span className="text-ink-faint">weight </span>
              <BeforeAfter
                before={formatCount(domain.weightBefore)}
                after={formatCount(domain.weightAfter)}
              />
            </span>
          </div>
          <ShareBar label={domain.domain} share={domain.shareAfter} before={domain.shareBefore} />
          <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
            <span className="text-ink-soft">
              share{' '}
              <BeforeAfter
                before={formatShare(domain.shareBefore)}
                after={formatShare(domain.shareAfter)}
              />
            </span>
            <PredictedTime domain={domain} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function PredictedTime({ domain }: { domain: DomainAdvice }) {
  const { predictedBefore, predictedAfter, targetMs, meetsTarget } = domain
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2.5">
      {predictedAfter ? (
        <BeforeAfter
          before={formatPredictedMs(predictedBefore?.ms)}
          after={formatPrediction(predictedAfter)}
        />
      ) : null}
      <GainOrPrice domain={domain} />
      <TargetMark meets={meetsTarget} targetMs={targetMs} />
    </span>
  )
}
