'use client'

import { getAnalysis, type Job, listAnalyses, listHosts } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { queryKeyOf } from '../../lib/query-keys.ts'
import { useApi } from '../../lib/use-api.ts'
import { hasEnded, useJob } from '../../lib/use-job.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { StepFrame } from './step-frame.tsx'
import type { Go } from './use-wizard-place.ts'

/** Step 5: the analysis runs in the background; leaving the page does not stop it. */
export function RunStep({ analysisId, go }: { analysisId: string; go: Go }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const analysis = useApi(getAnalysis, { params: { id: analysisId } })
  const onEnd = useCallback(
    (job: Job) => {
      for (const endpoint of [getAnalysis, listAnalyses, listHosts]) {
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
      }
      if (job.state === 'succeeded') router.push(`/analyses/${analysisId}`)
    },
    [analysisId, queryClient, router],
  )
  const { job, error } = useJob(analysis.data?.jobId, onEnd)
  const stopped = job && hasEnded(job) && job.state !== 'succeeded'

  return (
    <StepFrame
      title="Analysing"
      description="It continues when this page is closed; the result appears under Analyses."
      back={
        stopped ? (
          <Button onClick={() => go({ step: 'recognised' })}>Back to the sources</Button>
        ) : null
      }
      next={
        stopped ? (
          <Button look="primary" size="large" onClick={() => go({ step: 'targets' })}>
            Run again
          </Button>
        ) : null
      }
    >
      <ProblemAlert error={analysis.error ?? error} onRetry={() => analysis.refetch()} />
      <TroubleAlert trouble={job?.error ?? null} title="The analysis failed" />
      {job?.state === 'cancelled' ? (
        <Alert title="The analysis was cancelled">
          <p>No partial results were kept. The upload is still there.</p>
        </Alert>
      ) : null}
      {stopped ? null : (
        <Card>
          <CardBody>
            {job ? <JobProgress job={job} /> : <SkeletonLines label="Waiting for progress" />}
          </CardBody>
        </Card>
      )}
    </StepFrame>
  )
}
