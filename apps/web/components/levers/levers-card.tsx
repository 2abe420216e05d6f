'use client'

import {
  type Analysis,
  type AnalysisResult,
  type LabRun,
  listRuns,
  startRun,
} from '@steelyard/contract'
import { Scale } from 'lucide-react'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Permitted } from '../access/permitted.tsx'
import { isLabRun } from '../lab/use-lab-runs.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { LeverList } from './lever-list.tsx'

/** Ranks the changes that would help this host; the twin simulates each on its own. */
export function LeversCard({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const runs = useApi(
    listRuns,
    { query: { kind: 'levers', analysisId: analysis.id, limit: 1 } },
    { refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false) },
  )
  const run = runs.data?.data.find(isLabRun)
  const { job } = useJob(isUnderWay(run) ? run?.jobId : null, () => runs.refetch())
  const levers = run?.result?.levers
  return (
    <Card aria-labelledby="levers">
      <CardHeader
        id="levers"
        title="What helps most here"
        description="The twin, a simulation of this host, tries each lever by itself under the same requests."
      />
      {run?.result && levers ? (
        <LeverList analysis={analysis} levers={levers} result={run.result} />
      ) : (
        <CardBody className="space-y-4">
          {runs.error ? (
            <ProblemAlert
              error={runs.error}
              title="What helps could not be loaded"
              onRetry={() => runs.refetch()}
            />
          ) : null}
          {runs.isPending ? <SkeletonLines lines={3} label="Loading what helps" /> : null}
          {run && isUnderWay(run) ? (
            job ? (
              <JobProgress job={job} />
            ) : (
              <SkeletonLines label="Loading the progress" />
            )
          ) : null}
          {runs.data && !isUnderWay(run) ? (
            <NotPlayed run={run} result={result} analysisId={analysis.id} />
          ) : null}
        </CardBody>
      )}
    </Card>
  )
}

/** Says why there is no result (not asked for, stopped or failed) and how to get one. */
function NotPlayed({
  run,
  result,
  analysisId,
}: {
  run: LabRun | undefined
  result: AnalysisResult
  analysisId: string
}) {
  const start = useApiMutation(startRun, { invalidates: [listRuns] })
  if (result.twin.state !== 'done') {
    return (
      <p className="text-sm text-ink-soft">
        The twin cannot play this recording, so nothing can be tried on it
        {result.twin.reason ? `: ${result.twin.reason}` : '.'}
      </p>
    )
  }
  return (
    <>
      {run?.state === 'failed' ? (
        <TroubleAlert title="The twin could not play the levers" trouble={run.trouble} />
      ) : null}
      {run?.state === 'cancelled' ? <Alert title="It was stopped. Nothing was kept." /> : null}
      {run ? null : (
        <p className="text-sm text-ink-soft">
          Not tried yet: weights, caps, pins, time slices, another scheduler, and which domain could
          move away.
        </p>
      )}
      <Permitted needs="analyses:write" doing="trying levers">
        <Button
          busy={start.isPending}
          onClick={() => start.mutate({ body: { question: { kind: 'levers', analysisId } } })}
        >
          <Scale aria-hidden /> {run ? 'Try every lever again' : 'Try every lever'}
        </Button>
      </Permitted>
      <ProblemAlert error={start.error} title="The twin could not be started" />
    </>
  )
}
