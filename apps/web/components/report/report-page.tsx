'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { Printer } from 'lucide-react'
import { ReasonList } from '../analysis/verdict/reason-list.tsx'
import { useHostFrame } from '../host/frame/use-host-frame.ts'
import { WithResult } from '../host/frame/with-result.tsx'
import { Button } from '../ui/button.tsx'
import { GradeBadge } from '../ui/grade-badge.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportDomains } from './report-domains.tsx'
import { ReportEvidence } from './report-evidence.tsx'
import { ReportLevers } from './report-levers.tsx'
import { ReportPredictor } from './report-predictor.tsx'
import { Provenance, ReportSettings } from './report-settings.tsx'

/** One recording on two pages of A4, for those who do not use Steelyard. */
export function ReportPage() {
  return (
    <WithResult>
      {(analysis, result) => (
        <>
          <div className="mx-auto mb-4 flex max-w-[182mm] flex-wrap items-center justify-between gap-3 print:hidden">
            <p className="text-sm text-ink-soft">Two pages of A4; choose PDF as the printer.</p>
            <Button look="primary" onClick={() => window.print()}>
              <Printer aria-hidden /> Print
            </Button>
          </div>
          <Report analysis={analysis} result={result} />
        </>
      )}
    </WithResult>
  )
}

function Report({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { host } = useHostFrame()
  return (
    // As wide as an A4 page between its margins, so that the chart is drawn as it is printed.
    <article
      aria-label="Report"
      data-report
      className="mx-auto max-w-[182mm] space-y-5 rounded-xl border border-line bg-surface p-6 text-sm print:rounded-none print:border-0 print:p-0"
    >
      <header className="space-y-2 border-b border-line pb-4">
        <p className="text-ink-soft">
          {host.name} · {analysis.name}
        </p>
        <h2 className="text-xl font-semibold">{result.headline}</h2>
        <p className="flex flex-wrap gap-2">
          <VerdictBadge verdict={result.verdict} />
          {result.evidence.grade === 'thin' ? <GradeBadge grade="thin" /> : null}
        </p>
        <p className="text-ink-soft">{result.comparison}</p>
        {result.missingCapacity ? <p>{result.missingCapacity.statement}</p> : null}
      </header>
      <ReasonList reasons={result.reasons} />
      <ReportDomains result={result} />
      <ReportChart analysisId={analysis.id} result={result} />
      <ReportPredictor result={result} />
      <div className="space-y-5 print:break-before-page">
        <ReportEvidence result={result} />
        <ReportLevers analysisId={analysis.id} />
        <ReportSettings analysis={analysis} />
        <Provenance analysis={analysis} result={result} />
      </div>
    </article>
  )
}
