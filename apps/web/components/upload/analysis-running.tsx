'use client'

import type { Job } from '@steelyard/contract'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import type { Go } from '../../lib/uploads/use-recording-place.ts'
import { useApi } from '../../lib/use-api.ts'
import { hasEnded, useJob } from '../../lib/use-job.ts'
import { useReload } from '../../lib/use-reload.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'

/** The analysis runs in the background; when it is done, the host's page shows the verdict. */
export function AnalysisRunning({ analysisId, go }: { analysisId: string; go: Go }) {
  const router = useRouter()
  const reload = useReload()
  const analysis = useApi('getAnalysis', { params: { id: analysisId } })
  const hostId = analysis.data?.hostId
  const onEnd = useCallback(
    (job: Job) => {
      void reload('getAnalysis', 'listAnalyses', 'listHosts')
      if (job.state === 'succeeded') router.push(`/hosts/${hostId}?recording=${analysisId}`)
    },
    [analysisId, hostId, reload, router],
  )
  const { job, error } = useJob(analysis.data?.jobId, onEnd)
  const stopped = job && hasEnded(job) && job.state !== 'succeeded'

  return (
    <section className="space-y-5" aria-labelledby="analysing">
      <div>
        <h2 id="analysing" className="text-xl font-semibold">
          Analysing
        </h2>
        <p className="mt-1 text-ink-soft">
          It continues when this page is closed; the verdict appears in the fleet.
        </p>
      </div>
      <ProblemAlert error={analysis.error ?? error} onRetry={() => analysis.refetch()} />
      <TroubleAlert trouble={job?.error ?? null} title="The analysis failed" />
      {job?.state === 'cancelled' ? (
        <Alert title="The analysis was cancelled">
          <p>No partial results were kept. The files are still there.</p>
        </Alert>
      ) : null}
      {stopped ? (
        <Button look="primary" onClick={() => go({ analysis: null })}>
          Back to the recording
        </Button>
      ) : (
        <Card>
          <CardBody>
            {job ? <JobProgress job={job} /> : <SkeletonLines label="Waiting for progress" />}
          </CardBody>
        </Card>
      )}
    </section>
  )
}
