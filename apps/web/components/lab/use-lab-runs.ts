'use client'

import type { LabKind, LabRun, Run } from '@steelyard/contract'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'

/** Lists the newest lab runs of a kind, shows the one in the address, and starts others. */
export function useLabRuns(kind: LabKind, isOfInterest: (run: LabRun) => boolean) {
  const [params, change] = useQueryParams()
  const show = (run: string) => change({ run })
  const query = useApi(
    'listRuns',
    { query: { kind, limit: 50 } },
    { refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false) },
  )
  const start = useApiMutation('startRun', { invalidates: ['listRuns'] })
  const ofKind = (query.data?.data ?? []).filter(isLabRun)
  const runs = ofKind.filter(isOfInterest)
  return {
    query,
    ofKind,
    runs,
    shown: runs.find(({ id }) => id === params.get('run')) ?? runs[0],
    show,
    isBusy: runs.some(isUnderWay),
    start,
    ask: (question: LabRun['question']) =>
      start.mutate({ body: { question } }, { onSuccess: ({ run }) => show(run.id) }),
  }
}

export function isLabRun(run: Run): run is LabRun {
  return run.kind !== 'what-if' && run.kind !== 'headroom'
}
