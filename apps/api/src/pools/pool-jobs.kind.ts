import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

const payload = z.object({ poolId: z.uuid() })

export const probePoolKind = defineJobKind({
  kind: 'probe-pool',
  runner: 'agent',
  probe: true,
  payload,
  maxAttempts: 3,
})

export const readPoolKind = defineJobKind({
  kind: 'read-pool',
  runner: 'agent',
  payload,
  maxAttempts: 3,
})
