import { z } from 'zod'
import { defineJobKind } from '../jobs/job-kind.ts'

export const preparePlanKind = defineJobKind({
  kind: 'prepare-plan',
  runner: 'agent',
  payload: z.object({ planId: z.uuid() }),
  maxAttempts: 3,
})
