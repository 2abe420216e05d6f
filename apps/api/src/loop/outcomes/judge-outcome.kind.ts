import { z } from 'zod'
import { defineJobKind } from '../../queue/job-kind.ts'

/** Plays the load that came twice, so it takes as long as a short analysis. */
export const judgeOutcomeKind = defineJobKind({
  kind: 'judge-outcome',
  runner: 'worker',
  long: true,
  payload: z.object({
    recommendationId: z.uuid(),
    fromEpochSeconds: z.number(),
    toEpochSeconds: z.number(),
  }),
  maxAttempts: 3,
})
