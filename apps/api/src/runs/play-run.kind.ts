import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

export const playRunKind = defineJobKind({
  kind: 'play-run',
  runner: 'worker',
  long: true,
  payload: z.object({ runId: z.uuid(), replications: z.number().int() }),
  maxAttempts: 3,
})
