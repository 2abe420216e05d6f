import { z } from 'zod'
import type { JobContext } from '../jobs/handle-job.ts'
import { defineJobKind } from '../queue/job-kind.ts'

export const runAnalysisKind = defineJobKind({
  kind: 'run-analysis',
  runner: 'worker',
  long: true,
  payload: z.object({ analysisId: z.uuid() }),
  maxAttempts: 3,
})

export type AnalysisContext = JobContext<{ analysisId: string }>
