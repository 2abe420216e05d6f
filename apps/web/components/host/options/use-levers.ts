'use client'

import type { LabResult, LabRun } from '@steelyard/contract'
import { leversOf } from '../../../lib/host-queries.ts'
import { isUnderWay } from '../../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../../lib/use-api.ts'
import { useJob } from '../../../lib/use-job.ts'
import { isLabRun } from '../../lab/use-lab-runs.ts'

/** The simulation's comparison of all levers, by itself or on request. */
export function useLevers(analysisId: string) {
  const runs = useApi('listRuns', leversOf(analysisId), {
    refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false),
  })
  const run: LabRun | undefined = runs.data?.data.find(isLabRun)
  const { job } = useJob(isUnderWay(run) ? run?.jobId : null, () => runs.refetch())
  const start = useApiMutation('startRun', { invalidates: ['listRuns'] })
  const result: LabResult | null = run?.result ?? null
  return {
    runs,
    run,
    job,
    result,
    start,
    ask: () => start.mutate({ body: { question: { kind: 'levers', analysisId } } }),
  }
}
