'use client'

import { askForecast, cancelJob, type ForecastQuestion, startRun } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApiMutation } from '../../../lib/use-api.ts'
import { useJob } from '../../../lib/use-job.ts'
import { useSession } from '../../../lib/use-session.ts'
import { useForecast } from './use-forecast.ts'

/** A question that stands this long is worth simulating. */
const REST_MS = 700

interface Asked {
  key: string
  jobId: string
  runId: string
}

/**
 * A formula answers at once. When the question rests, the simulation is asked too; its answer takes
 * the place of the formula's, and a question that has moved on stops the simulation of the last.
 */
export function useAnswer(analysisId: string, question: ForecastQuestion) {
  const queryClient = useQueryClient()
  const mayRun = useSession().permissions.includes('analyses:write')
  const forecast = useForecast(analysisId, question)
  const { mutate: start, error } = useApiMutation(startRun)
  const { mutate: cancel } = useApiMutation(cancelJob)
  const [asked, setAsked] = useState<Asked | null>(null)
  const key = JSON.stringify(question)
  const isProvisional = forecast.data?.state === 'provisional' && !forecast.isBehind
  const isAsked = asked?.key === key

  useEffect(() => {
    if (!mayRun || !isProvisional || isAsked) return
    const timer = setTimeout(() => {
      const whatIf = JSON.parse(key) as ForecastQuestion
      start(
        { body: { question: { kind: 'what-if', analysisId, whatIf } } },
        { onSuccess: ({ run, job }) => setAsked({ key, jobId: job.id, runId: run.id }) },
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [mayRun, isProvisional, isAsked, key, analysisId, start])

  const { job } = useJob(asked?.jobId, () =>
    queryClient.invalidateQueries({ queryKey: [askForecast.id, analysisId] }),
  )
  const stale = asked && !isAsked && job?.finishedAt === null ? asked.jobId : null
  useEffect(() => {
    if (stale) cancel({ params: { id: stale } })
  }, [stale, cancel])

  return {
    ...forecast,
    /** The job of the simulation of this very question. */
    job: isAsked ? job : undefined,
    runId: isAsked && job?.state === 'succeeded' ? asked.runId : null,
    simulationError: isAsked ? null : error,
  }
}
