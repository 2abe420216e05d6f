import { z } from 'zod'
import { defineJobKind } from '../jobs/job-kind.ts'

export const runLabKind = defineJobKind({
  kind: 'run-lab',
  runner: 'worker',
  long: true,
  payload: z.object({ labRunId: z.uuid(), replications: z.number().int() }),
  maxAttempts: 3,
})
