'use client'

import type { RunQuestion } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryKeyOf } from '../../../lib/query-keys.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { useJob } from '../../../lib/use-job.ts'
import { reload } from '../../../lib/use-reload.ts'
import { useMay } from '../../../lib/use-session.ts'

/** A question that stands this long is worth simulating. */
const REST_MS = 700

type Question = Extract<RunQuestion, { kind: 'what-if' | 'headroom' }>

interface Asked {
  key: string
  jobId: string
  runId: string
}

/**
 * Has the simulation answer a question that rests. Its answer takes the place of the formula's, and
 * a question that has moved on stops the simulation of the last.
 */
export function useSimulation(question: Question, isWanted: boolean) {
  const queryClient = useQueryClient()
  const mayRun = useMay()('analyses:write')
  const { mutate: start, error } = useApiMutation('startRun')
  const { mutate: cancel } = useApiMutation('cancelJob')
  const [asked, setAsked] = useState<Asked | null>(null)
  const key = JSON.stringify(question)
  const isAsked = asked?.key === key

  useEffect(() => {
    if (!mayRun || !isWanted || isAsked) return
    const timer = setTimeout(() => {
      start(
        { body: { question: JSON.parse(key) as Question } },
        { onSuccess: ({ run, job }) => setAsked({ key, jobId: job.id, runId: run.id }) },
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [mayRun, isWanted, isAsked, key, start])

  const { job } = useJob(asked?.jobId, () =>
    reload(queryClient, [queryKeyOf('askForecast', { params: { id: question.analysisId } })]),
  )
  const stale = asked && !isAsked && job?.finishedAt === null ? asked.jobId : null
  useEffect(() => {
    if (stale) cancel({ params: { id: stale } })
  }, [stale, cancel])

  return {
    /** The job of the simulation of this very question. */
    job: isAsked ? job : undefined,
    runId: isAsked && job?.state === 'succeeded' ? asked.runId : null,
    simulationError: isAsked ? null : error,
  }
}
