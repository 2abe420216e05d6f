import { z } from 'zod'
import { IdParams, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

const minutes = z
  .array(z.number().nullable())
  .describe('By the minute, from `from` on; null: the records do not say.')

export const PoolGuestLoad = z.object({
  uuid: z.string(),
  name: z.string(),
  isDomain0: z.boolean(),
  vCpus: z.number().int(),
  usedSeconds: z.number().describe('Of how many seconds of the hour its use is known.'),
  usedPCpus: z.number().nullable(),
  stateSeconds: z.number().describe('Of how many seconds the states of its vCPUs are known.'),
  waitingShare: z
    .number()
    .nullable()
    .describe('Share of the time in which a vCPU waited for a pCPU; null: not recorded.'),
  waitingVCpus: z
    .object({ least: z.number(), most: z.number() })
    .nullable()
    .describe('Between how many of them waited in the mean; one figure for one and two vCPUs.'),
  runningShare: z.number().nullable().describe('Share of the time in which a vCPU ran.'),
  idleShare: z.number().nullable().describe('Share of the time in which all vCPUs slept.'),
  used: minutes,
  waiting: minutes,
})
export type PoolGuestLoad = z.infer<typeof PoolGuestLoad>

export const PoolHostLoad = z.object({
  uuid: z.string(),
  name: z.string(),
  pCpus: z.number().int().nullable(),
  usedSeconds: z.number().describe('Of how many seconds of the hour its use is known.'),
  usedPCpus: z.number().nullable().describe('Domain-0 and the hypervisor included.'),
  from: Timestamp.nullable().describe('The first minute of the series, on the clock of the host.'),
  used: minutes,
  readAt: Timestamp.nullable().describe('When it last gave anything, on the clock of Steelyard.'),
  trouble: z.string().nullable().describe('Why nothing new comes; null: it does.'),
  doubts: z.array(z.string()).describe('What of this may not be believed, in words.'),
  guests: z.array(PoolGuestLoad),
})
export type PoolHostLoad = z.infer<typeof PoolHostLoad>

export const PoolLoad = z
  .object({
    hosts: z.array(PoolHostLoad),
    limits: z.array(z.string()).describe('What the records of XAPI cannot tell.'),
  })
  .meta({ id: 'PoolLoad' })
export type PoolLoad = z.infer<typeof PoolLoad>

export const getPoolLoad = endpoint({
  id: 'getPoolLoad',
  method: 'GET',
  path: '/pools/:id/load',
  tag: 'Pools',
  summary: 'What the hosts and guests of a pool did in their last hour, as XAPI recorded it',
  description:
    'The hour ends with the newest minute of each host. A guest that moved is listed at each host where it ran.',
  params: IdParams,
  status: 200,
  response: PoolLoad,
})

export const GuestPlacement = z.object({
  readAt: Timestamp.nullable().describe('When the pool was last read.'),
  hosts: z
    .array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        suits: z.boolean(),
        idlePCpus: z.number().nullable().describe('What would stay idle beside it.'),
        reason: z.string().nullable().describe('Why it does not suit; null: it does.'),
      }),
    )
    .describe('The most suitable one first; hosts that XAPI has lost are not among them.'),
})
export type GuestPlacement = z.infer<typeof GuestPlacement>

export const placeGuest = endpoint({
  id: 'placeGuest',
  method: 'POST',
  path: '/pools/:id/placement',
  tag: 'Pools',
  summary: 'Rank the hosts of a pool for a guest that is yet to come',
  description:
    'By memory, storage, guests to be kept apart, and the pCPUs that were idle in the last hour. Nothing is started or changed. A host of whose load nothing is known does not suit.',
  params: IdParams,
  body: z.object({
    memoryMiB: z.number().int().min(1).max(67_108_864),
    vCpus: z.number().int().min(1).max(1024),
    usePCpus: z
      .number()
      .min(0)
      .max(1024)
      .optional()
      .describe('pCPUs that it will use; all of its vCPUs unless it is known.'),
    storageUuids: z.array(z.uuid()).max(100).default([]),
    apartFrom: z.array(z.uuid()).max(100).default([]).describe('Guests on other hosts than it.'),
  }),
  status: 200,
  response: GuestPlacement,
  readOnly: true,
})
