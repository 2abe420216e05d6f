import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

/** Reads what XAPI stores, stores it, or gives it back: whatever the state of the plan asks for. */
export const storeWeightKind = defineJobKind({
  kind: 'store-weight',
  runner: 'agent',
  payload: z.object({ planId: z.uuid() }),
  maxAttempts: 5,
})
