'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { formatCounted, formatItems } from '@steelyard/contract/format'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useEstimators } from '../../lib/use-estimators.ts'
import { optionsInWords } from '../analysis/foundations/option-labels.ts'
import { ReportPart } from './report-part.tsx'

export function ReportSettings({ analysis }: { analysis: Analysis }) {
  return (
    <ReportPart title="Settings">
      <Facts facts={optionsInWords(analysis, useEstimators())} />
    </ReportPart>
  )
}

/** Where the figures come from, so that they can be found again. */
export function Provenance({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { range, windows } = result
  return (
    <ReportPart title="Where this comes from">
      <Facts
        facts={[
          sourceOf(analysis),
          ['Judged', `${formatDateTime(range.from)} to ${formatDateTime(range.to)}`],
          ['Windows', `${formatCounted(windows, 'window')}. ${range.reason}`],
          ['Analysed', formatDateTime(analysis.finishedAt)],
          ['Recording', analysis.id],
          ...(analysis.notes ? ([['Notes', analysis.notes]] as [string, string][]) : []),
        ]}
      />
    </ReportPart>
  )
}

function sourceOf({ watched, uploads }: Analysis): [string, string] {
  if (watched)
    return ['Watched', `${formatDateTime(watched.from)} to ${formatDateTime(watched.to)}`]
  return ['Files', formatItems(uploads.map(({ name }) => name)) || 'deleted since']
}

function Facts({ facts }: { facts: readonly [string, string][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 sm:grid-cols-[auto_1fr_auto_1fr] print:grid-cols-[auto_1fr_auto_1fr] gap-y-1 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="min-w-0 tabular [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
