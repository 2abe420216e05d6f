'use client'

import type { AnalysisResult } from '@steelyard/contract'
import { formatCounted, formatDuration } from '@steelyard/contract/format'
import { Scale } from 'lucide-react'
import { isUnderWay } from '../../../lib/is-under-way.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CardBody } from '../../ui/card.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import type { useLevers } from './use-levers.ts'

/** How the levers were compared or, while they are not, why and how to have it done. */
export function LeversState({
  analysisId,
  result,
  levers,
}: {
  analysisId: string
  result: AnalysisResult
  levers: ReturnType<typeof useLevers>
}) {
  const { runs, run, job } = levers
  if (levers.result) return <HowCompared levers={levers} />
  return (
    <CardBody className="space-y-4" key={analysisId}>
      {runs.error ? (
        <ProblemAlert
          error={runs.error}
          title="The other options could not be loaded"
          onRetry={() => void runs.refetch()}
        />
      ) : null}
      {isUnderWay(run) ? (
        job ? (
          <JobProgress job={job} />
        ) : (
          <SkeletonLines label="Loading the progress" />
        )
      ) : null}
      {runs.data && !isUnderWay(run) ? <NotPlayed result={result} levers={levers} /> : null}
    </CardBody>
  )
}

function HowCompared({ levers: { result } }: { levers: ReturnType<typeof useLevers> }) {
  if (!result) return null
  return (
    <CardBody className="space-y-1 text-sm text-ink-faint">
      {result.levers?.leadStatement ? <p>{result.levers.leadStatement}</p> : null}
      <p>
        Each option by itself under the same arrivals:{' '}
        {formatCounted(result.replications, 'replication')} of{' '}
        {formatDuration(result.simulatedSeconds)}. The nearest to the targets comes first; among
        equals, what this host can do by itself.
        {result.notes.map((note) => ` ${note}`)}
      </p>
    </CardBody>
  )
}

function NotPlayed({
  result,
  levers: { run, start, ask },
}: {
  result: AnalysisResult
  levers: ReturnType<typeof useLevers>
}) {
  if (result.twin.state !== 'done') {
    return (
      <p className="text-sm text-ink-soft">
        The simulation cannot run this recording, so nothing can be tried on it
        {result.twin.reason ? `: ${result.twin.reason}` : '.'}
      </p>
    )
  }
  return (
    <>
      {run?.state === 'failed' ? (
        <TroubleAlert title="The options could not be simulated" trouble={run.trouble} />
      ) : null}
      {run?.state === 'cancelled' ? <Alert title="It was stopped. Nothing was kept." /> : null}
      <Permitted needs="analyses:write" doing="trying options">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button busy={start.isPending} onClick={ask}>
            <Scale aria-hidden /> {run ? 'Try every lever again' : 'Try every lever'}
          </Button>
          {run ? null : (
            <p className="text-sm text-ink-soft">
              Weights, caps, pins, time slices, another scheduler, and which guest could move away.
            </p>
          )}
        </div>
      </Permitted>
      <ProblemAlert error={start.error} title="The simulation could not be started" />
    </>
  )
}
