'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { useIsFetching } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useHostFrame } from '../host/frame/use-host-frame.ts'
import { WithResult } from '../host/frame/with-result.tsx'
import { WhoPays } from '../host/now/who-pays.tsx'
import { Button } from '../ui/button.tsx'
import { GradeBadge } from '../ui/grade-badge.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { FirstReasons } from './first-reasons.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportEvidence } from './report-evidence.tsx'
import { ReportGuests } from './report-guests.tsx'
import { ReportLevers } from './report-levers.tsx'
import { Provenance, ReportSettings } from './report-settings.tsx'

/** One recording on two pages of A4, for those who do not use Steelyard. */
export function ReportPage() {
  // Printed too soon, a page would lack what is still being fetched.
  const isFetching = useIsFetching() > 0
  return (
    <WithResult>
      {(analysis, result) => (
        <>
          <div className="mx-auto mb-4 flex max-w-[182mm] flex-wrap items-center justify-between gap-3 print:hidden">
            <p className="text-sm text-ink-soft">Two pages of A4; choose PDF as the printer.</p>
            <Button look="primary" busy={isFetching} onClick={() => window.print()}>
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
        {result.outlook ? <p>{result.outlook}</p> : null}
        <WhoPays result={result} />
        <p className="text-ink-soft">{result.predictor.statement}</p>
        {result.missingCapacity ? <p>{result.missingCapacity.statement}</p> : null}
      </header>
      <FirstReasons reasons={result.reasons} />
      <ReportGuests result={result} />
      <ReportChart analysisId={analysis.id} result={result} />
      <div className="space-y-5 print:break-before-page">
        <ReportEvidence result={result} />
        <ReportLevers analysisId={analysis.id} />
        <ReportSettings analysis={analysis} />
        <Provenance analysis={analysis} result={result} />
      </div>
    </article>
  )
}
