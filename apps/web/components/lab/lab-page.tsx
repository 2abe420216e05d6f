'use client'

import type { LabRun } from '@steelyard/contract'
import { FlaskConical } from 'lucide-react'
import { useApi } from '../../lib/use-api.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { EarlierRuns } from './earlier-runs.tsx'
import { IntensitySection } from './intensity/intensity-section.tsx'
import { LabForm, type LabHost, PAPER_HOST } from './lab-form.tsx'
import { LabResultView } from './lab-result.tsx'
import { LabRunView } from './lab-run-view.tsx'
import { loanIn, loanParams } from './loan-fields.tsx'
import { PinningAdvice } from './pinning-advice.tsx'
import { durationWords } from './run-duration.ts'
import { useLabRuns } from './use-lab-runs.ts'

type Kind = 'boost' | 'pinning'

/** Simulates the same load under other scheduling policies or other placements of vCPUs. */
export function LabPage() {
  const [params, change] = useQueryParams()
  const host = params.get('host') === PAPER_HOST ? PAPER_HOST : params.get('analysis')
  // Pins on the textbook host would be of no use to anyone, so only policies are compared there.
  const kind: Kind = host !== PAPER_HOST && params.get('kind') === 'pinning' ? 'pinning' : 'boost'
  const analyses = useApi('listAnalyses', { query: { limit: 100 } })
  const finished = (analyses.data?.data ?? []).filter(({ state }) => state === 'succeeded')
  const lab = useLabRuns(kind, (run) => isOf(run, host))

  const run = lab.shown ? (
    <LabRunView key={lab.shown.id} run={lab.shown} onEnd={() => lab.query.refetch()}>
      {lab.shown.result ? (
        <div className="space-y-6">
          <LabResultView result={lab.shown.result} />
          {lab.shown.question.kind === 'pinning' ? (
            <PinningAdvice analysisId={lab.shown.question.analysisId} result={lab.shown.result} />
          ) : null}
        </div>
      ) : null}
    </LabRunView>
  ) : null
  // An answer stands above the question for the next one.
  const isAnswered = Boolean(lab.shown?.result)

  return (
    <>
      <PageHeader
        title="Scheduler lab"
        description="What would another scheduling policy do here? A simulation runs the same load under several, side by side."
      />
      <div className="space-y-6">
        <ProblemAlert
          error={analyses.error}
          title="The analyses could not be loaded"
          onRetry={() => analyses.refetch()}
        />
        {isAnswered ? run : null}
        <LabForm
          host={host}
          kind={kind}
          analyses={finished}
          busy={lab.start.isPending}
          disabled={lab.isBusy}
          loan={loanIn(params)}
          duration={durationWords(lab.ofKind)}
          onHost={(next) =>
            change(
              next === PAPER_HOST
                ? { host: next, analysis: undefined, run: undefined }
                : { host: undefined, analysis: next, run: undefined },
            )
          }
          onKind={(next) => change({ kind: next === 'boost' ? undefined : next, run: undefined })}
          onLoan={(loan) => change(loanParams(loan))}
          onAsk={lab.ask}
        />
        <ProblemAlert error={lab.start.error} title="The lab run could not be started" />
        <ProblemAlert
          error={lab.query.error}
          title="Earlier lab runs could not be loaded"
          onRetry={() => lab.query.refetch()}
        />
        {lab.query.isPending ? <SkeletonLines label="Loading the lab runs" /> : null}
        {isAnswered ? null : run}
        {lab.query.isSuccess && host !== null && !lab.shown ? <LabEmpty kind={kind} /> : null}
        <EarlierRuns runs={lab.runs} shownId={lab.shown?.id} onChoose={lab.show} />
        {host === null || host === PAPER_HOST ? null : (
          <IntensitySection key={host} analysisId={host} />
        )}
      </div>
    </>
  )
}

function isOf({ question, analysisId }: LabRun, host: LabHost): boolean {
  if (host === null) return false
  if (host !== PAPER_HOST) return analysisId === host
  return question.kind === 'boost' && 'preset' in question.host
}

function LabEmpty({ kind }: { kind: 'boost' | 'pinning' }) {
  return (
    <Card>
      <EmptyState icon={FlaskConical} title="Nothing has been run here yet">
        {kind === 'boost'
          ? 'Run the policies side by side: which guests answer sooner, which become slower, and what a stock Xen can do.'
          : 'Try ways to pin the vCPUs side by side. Should Domain-0 have a pCPU of its own? Which guests belong together?'}
      </EmptyState>
    </Card>
  )
}
