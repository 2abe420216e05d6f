import { z } from 'zod'
import { defineJobKind } from '../jobs/job-kind.ts'

export const runAnalysisKind = defineJobKind({
  kind: 'run-analysis',
  runner: 'worker',
  long: true,
  payload: z.object({ analysisId: z.uuid() }),
  maxAttempts: 3,
})
