'use client'

import type { Analysis, AnalysisResult, HostRecommendation } from '@steelyard/contract'
import { formatDuration, formatStatistic } from '@steelyard/contract/format'
import dynamic from 'next/dynamic'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { missedIn } from '../../../lib/missed-in.ts'
import { RecommendationStateBadge } from '../../recommendations/recommendation-state-badge.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { Term } from '../../ui/term.tsx'
import { VerdictPanel } from '../../ui/verdict-panel.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { PlanAdvice, reasonToStay } from './plan-advice.tsx'
import { WhoPays } from './who-pays.tsx'

const RecommendationActions = dynamic(() =>
  import('../../recommendations/recommendation-actions.tsx').then((it) => it.RecommendationActions),
)
const SetTargets = dynamic(() => import('./set-targets.tsx').then((it) => it.SetTargets))

/** The verdict, the one thing to do, and in small print what it rests on. */
export function VerdictLines({
  analysis,
  result,
  recommendation,
}: {
  analysis: Analysis
  result: AnalysisResult
  /** One for the advised weights that waits for a person. */
  recommendation: HostRecommendation | null
}) {
  const { evidence, predictor, range } = result
  const stay = reasonToStay(result)
  return (
    <VerdictPanel
      verdict={result.verdict}
      title={keepUnits(result.headline)}
      action={
        recommendation ? (
          <>
            <span>
              <RecommendationStateBadge state={recommendation.state} />
            </span>
            <RecommendationActions recommendation={recommendation} />
          </>
        ) : (
          <PlanAdvice analysis={analysis} result={result} />
        )
      }
      notes={
        <>
          <span>
            <Term of={result.targetStatistic}>
              {formatStatistic(result.targetStatistic, result.targetWindowSeconds)}
            </Term>
            , {formatDuration(secondsOf(range))}. {range.reason}
          </span>
          <span>{keepUnits(predictor.statement)}</span>
          <InlineLink href={hostPath(analysis.hostId, 'evidence', analysis.id)}>
            {evidence.grade === 'enough'
              ? 'Enough evidence: what this rests on'
              : 'What this rests on'}
          </InlineLink>
        </>
      }
    >
      {result.outlook ? <p>{keepUnits(result.outlook)}</p> : null}
      {stay ? <p>{keepUnits(stay)}</p> : null}
      <MissedSample />
      <WhoPays result={result} />
      {result.missingCapacity ? <p>{keepUnits(result.missingCapacity.statement)}</p> : null}
      {predictor.dissent ? (
        <p className="text-sm text-ink-soft">{keepUnits(predictor.dissent.text)}</p>
      ) : null}
      {evidence.grade === 'enough' ? null : (
        <p className="text-sm text-ink-soft">
          {keepUnits(evidence.lacks.map(({ text }) => text).join(' '))}{' '}
          <strong className="font-medium text-ink">{evidence.remedy}</strong>
        </p>
      )}
      {result.verdict === 'no-targets' ? <SetTargets analysis={analysis} result={result} /> : null}
    </VerdictPanel>
  )
}

function secondsOf({ from, to }: AnalysisResult['range']): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}

/** Where the sample that is shown needs no change: the one from which a first plan can be made. */
function MissedSample() {
  const { host, recordings, recording } = useHostFrame()
  const missed = missedIn(recordings)
  if (!host.isSample || !missed || recording?.verdict === 'misses') return null
  return (
    <p>
      A plan starts where a target is missed, as in{' '}
      <InlineLink href={hostPath(host.id, '', missed.id)}>{missed.name}</InlineLink>.
    </p>
  )
}
