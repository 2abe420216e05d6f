import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

const payload = z.object({ applicationId: z.uuid() })

/** Allows many attempts: whatever kills the agent, the host must be brought into a known state. */
export const applyPlanKind = defineJobKind({
  kind: 'apply-plan',
  runner: 'agent',
  urgent: true,
  payload,
  maxAttempts: 10,
})

export const rollBackKind = defineJobKind({
  kind: 'roll-back-application',
  runner: 'agent',
  urgent: true,
  payload,
  maxAttempts: 10,
})
