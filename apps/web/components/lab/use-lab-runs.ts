'use client'

import { type LabKind, type LabRun, listRuns, type Run, startRun } from '@steelyard/contract'
import { useState } from 'react'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'

/** Lists the newest lab runs of a kind, selects the one to show, and starts others. */
export function useLabRuns(kind: LabKind, isOfInterest: (run: LabRun) => boolean) {
  const [shownId, setShownId] = useState<string | null>(null)
  const query = useApi(
    listRuns,
    { query: { kind, limit: 50 } },
    { refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false) },
  )
  const start = useApiMutation(startRun, { invalidates: [listRuns] })
  const runs = (query.data?.data ?? []).filter(isLabRun).filter(isOfInterest)
  return {
    query,
    runs,
    shown: runs.find(({ id }) => id === shownId) ?? runs[0],
    show: setShownId,
    isBusy: runs.some(isUnderWay),
    start,
    ask: (question: LabRun['question']) =>
      start.mutate({ body: { question } }, { onSuccess: ({ run }) => setShownId(run.id) }),
  }
}

export function isLabRun(run: Run): run is LabRun {
  return run.kind !== 'what-if'
}
