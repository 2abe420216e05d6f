'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'
import Link from 'next/link'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { PlanAdvice } from './plan-advice.tsx'

/** The verdict, who predicts and how far that can be trusted, and the one thing to do. */
export function VerdictLines({
  analysis,
  result,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: AnalysisResult
}) {
  const { evidence, predictor } = result
  return (
    <div className="space-y-3 p-5 sm:p-6">
      <h2 className="text-xl leading-snug font-semibold">{keepUnits(result.headline)}</h2>
      <p className="text-sm text-ink-soft">
        {keepUnits(predictor.statement)} {keepUnits(predictor.dissent?.text ?? '')}
      </p>
      {evidence.grade === 'enough' ? null : (
        <p className="text-sm text-ink-soft">
          {keepUnits(evidence.lacks.map(({ text }) => text).join(' '))}{' '}
          <strong className="font-medium text-ink">{evidence.remedy}</strong>
        </p>
      )}
      {result.missingCapacity ? (
        <p className="text-sm">{keepUnits(result.missingCapacity.statement)}</p>
      ) : null}
      <PlanAdvice analysisId={analysis.id} result={result} />
      <p className="text-sm text-ink-faint">
        Judged: {formatDuration(secondsOf(result.range))}. {result.range.reason}{' '}
        <Link
          className="text-accent underline underline-offset-4"
          href={hostPath(analysis.hostId, 'evidence', analysis.id)}
        >
          What this rests on
        </Link>
      </p>
    </div>
  )
}

function secondsOf({ from, to }: AnalysisResult['range']): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}
