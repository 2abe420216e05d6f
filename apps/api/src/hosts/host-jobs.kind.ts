import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

const payload = z.object({ hostId: z.uuid() })

export const checkAddressKind = defineJobKind({
  kind: 'check-address',
  runner: 'agent',
  probe: true,
  payload: z.object({ address: z.string(), port: z.number() }),
  maxAttempts: 1,
})

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
