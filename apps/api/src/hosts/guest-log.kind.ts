import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

export const probeGuestLogKind = defineJobKind({
  kind: 'probe-guest-log',
  runner: 'agent',
  probe: true,
  payload: z.object({ guestLogId: z.uuid() }),
  maxAttempts: 3,
})
