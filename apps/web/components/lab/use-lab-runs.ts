'use client'

import { type LabKind, type LabRun, listLabRuns, startLabRun } from '@steelyard/contract'
import { useState } from 'react'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'

/** The newest lab runs of a kind, which of them is shown, and how to start another. */
export function useLabRuns(kind: LabKind, isOfInterest: (run: LabRun) => boolean) {
  const [shownId, setShownId] = useState<string | null>(null)
  const query = useApi(
    listLabRuns,
    { query: { kind, limit: 50 } },
    { refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false) },
  )
  const start = useApiMutation(startLabRun, { invalidates: [listLabRuns] })
  const runs = (query.data?.data ?? []).filter(isOfInterest)
  return {
    query,
    runs,
    shown: runs.find(({ id }) => id === shownId) ?? runs[0],
    show: setShownId,
    isBusy: runs.some(isUnderWay),
    start,
    ask: (question: LabRun['question']) =>
      start.mutate({ body: { question } }, { onSuccess: ({ labRun }) => setShownId(labRun.id) }),
  }
}
