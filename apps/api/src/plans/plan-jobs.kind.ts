import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

export const preparePlanKind = defineJobKind({
  kind: 'prepare-plan',
  runner: 'agent',
  payload: z.object({ planId: z.uuid() }),
  maxAttempts: 3,
})
