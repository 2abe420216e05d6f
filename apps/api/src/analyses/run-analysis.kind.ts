import { z } from 'zod'
import { defineJobKind, type JobContext } from '../jobs/job-kind.ts'

export const runAnalysisKind = defineJobKind({
  kind: 'run-analysis',
  runner: 'worker',
  long: true,
  payload: z.object({ analysisId: z.uuid() }),
  maxAttempts: 3,
})

export type AnalysisContext = JobContext<{ analysisId: string }>
