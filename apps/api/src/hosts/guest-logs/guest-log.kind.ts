import { z } from 'zod'
import { defineJobKind } from '../../queue/job-kind.ts'

export const probeGuestLogKind = defineJobKind({
  kind: 'probe-guest-log',
  runner: 'agent',
  payload: z.object({ guestLogId: z.uuid() }),
  maxAttempts: 3,
})
