import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

const payload = z.object({ hostId: z.uuid() })

export const probeHostKind = defineJobKind({
  kind: 'probe-host',
  runner: 'agent',
  probe: true,
  payload,
  maxAttempts: 3,
})

export const discoverHostKind = defineJobKind({
  kind: 'discover-host',
  runner: 'agent',
  payload,
  maxAttempts: 3,
})
