'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { WithResult } from '../frame/with-result.tsx'
import { NoForecast } from './no-forecast.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { asAnalysed } from './question/question.ts'
import { useForecast } from './use-forecast.ts'

/** What could be changed on the host, and what would come of it. */
export function OptionsTab() {
  return (
    <WithResult>
      {(analysis, result) => <Options key={analysis.id} analysis={analysis} result={result} />}
    </WithResult>
  )
}

function Options({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { data, error, refetch } = useForecast(analysis.id, asAnalysed)
  if (data) return <OptionsPanel analysis={analysis} result={result} asItIs={data} />
  if (error) return <NoForecast error={error} onRetry={() => void refetch()} />
  return <SkeletonLines lines={6} label="Loading the options" />
}
