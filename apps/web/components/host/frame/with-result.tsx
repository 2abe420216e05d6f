'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { Ban, ChartLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { hostPath } from '../../../lib/host-paths.ts'
import { isUnderWay } from '../../../lib/is-under-way.ts'
import { rangeQuery } from '../../../lib/time-range.ts'
import { useJob } from '../../../lib/use-job.ts'
import { useReload } from '../../../lib/use-reload.ts'
import { PredictorContext } from '../../charts/series-style.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import { useHostFrame } from './use-host-frame.ts'

/** Shows what a tab makes of the recording's result, or why there is no result and what to do. */
export function WithResult({
  children,
}: {
  children: (analysis: Analysis, result: AnalysisResult) => ReactNode
}) {
  const { recording } = useHostFrame()
  if (!recording) return <NoRecording />
  return recording.result ? (
    <PredictorContext value={recording.result.predictor}>
      {children(recording, recording.result)}
    </PredictorContext>
  ) : (
    <Unfinished analysis={recording} />
  )
}

function NoRecording() {
  return (
    <Card>
      <EmptyState
        icon={ChartLine}
        title="This host has no recording yet"
        action={
          <Permitted needs="uploads:write">
            <ButtonLink look="primary" href="/recordings/new">
              New recording
            </ButtonLink>
          </Permitted>
        }
      >
        A recording of some minutes under load shows what each guest’s response time is made of.
      </EmptyState>
    </Card>
  )
}

/** A recording without a result: running, stopped, or failed, with what to do about it. */
function Unfinished({ analysis }: { analysis: Analysis }) {
  const reload = useReload()
  const { job } = useJob(isUnderWay(analysis) ? analysis.jobId : null, () =>
    reload('getAnalysis', 'listAnalyses'),
  )
  if (analysis.state === 'failed') {
    return (
      <div className="space-y-4">
        <TroubleAlert
          title="The analysis failed. No partial results were kept."
          trouble={analysis.trouble ?? { code: 'unknown', message: 'No reason was recorded.' }}
        />
        <BackToSource analysis={analysis} look="primary" />
      </div>
    )
  }
  if (analysis.state === 'cancelled') {
    return (
      <Card>
        <EmptyState
          icon={Ban}
          title="The analysis was cancelled"
          action={<BackToSource analysis={analysis} />}
        >
          No partial results were kept.{' '}
          {analysis.watched
            ? 'What was observed is still there.'
            : 'The uploaded files are still there.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader
        title="Analysing"
        description="You can leave this page; the analysis continues, and its result will appear here."
      />
      <CardBody>
        {job ? <JobProgress job={job} /> : <SkeletonLines label="Loading the progress" />}
      </CardBody>
    </Card>
  )
}

/** Leads to where the analysis came from, to begin another one there. */
function BackToSource({ analysis, look }: { analysis: Analysis; look?: 'primary' }) {
  const { watched, hostId, uploads, state } = analysis
  if (watched) {
    return (
      <ButtonLink look={look} href={hostPath(hostId, 'history') + rangeQuery(watched)}>
        Choose another range
      </ButtonLink>
    )
  }
  const [upload] = uploads
  return (
    <Permitted needs="uploads:write">
      <ButtonLink
        look={look}
        href={upload ? `/recordings/new?upload=${upload.id}` : '/recordings/new'}
      >
        {state === 'failed' ? 'Check the files and run it again' : 'Back to the files'}
      </ButtonLink>
    </Permitted>
  )
}
