'use client'

import type { LabRun } from '@steelyard/contract'
import type { ReactNode } from 'react'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useJob } from '../../lib/use-job.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'

/** One lab run: running, stopped, failed, or its result. */
export function LabRunView({
  run,
  onEnd,
  children,
}: {
  run: LabRun
  onEnd: () => void
  /** Content shown once there is a result. */
  children: ReactNode
}) {
  const { job } = useJob(isUnderWay(run) ? run.jobId : null, onEnd)
  if (isUnderWay(run)) {
    return (
      <Card>
        <CardBody>
          {job ? <JobProgress job={job} /> : <SkeletonLines label="Loading the progress" />}
        </CardBody>
      </Card>
    )
  }
  if (run.state === 'cancelled') {
    return <Alert title="The lab run was stopped. Nothing was kept." />
  }
  if (run.state === 'failed') {
    return <TroubleAlert title="This could not be simulated" trouble={run.trouble} />
  }
  return children
}
