import { z } from 'zod'
import { defineJobKind } from '../jobs/job-kind.ts'

export const runTwinKind = defineJobKind({
  kind: 'run-twin',
  runner: 'worker',
  long: true,
  payload: z.object({ twinRunId: z.uuid(), replications: z.number().int() }),
  maxAttempts: 3,
})
