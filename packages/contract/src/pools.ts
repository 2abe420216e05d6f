import { z } from 'zod'
import { Id, IdParams, Name, PageQuery, page, Text, Timestamp, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Address } from './hosts/ssh.ts'
import { Job } from './jobs.ts'

/** SHA-256 of a certificate, as `openssl x509 -fingerprint -sha256` prints it. */
const CertificateFingerprint = z
  .string()
  .trim()
  .regex(/^[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}$/, '32 bytes in hex')

export const PoolState = z.enum([
  'probing',
  'awaiting-confirmation',
  'connecting',
  'connected',
  'failing',
])
export type PoolState = z.infer<typeof PoolState>

/** Hosts behind one XAPI, or hosts of plain Xen that somebody grouped, each over SSH. */
export const PoolKind = z.enum(['xapi', 'hosts'])
export type PoolKind = z.infer<typeof PoolKind>

export const PoolMember = z.object({
  address: z.string(),
  offeredFingerprint: z.string().nullable().describe('Of the certificate that it showed last.'),
  pinnedFingerprint: z
    .string()
    .nullable()
    .describe('Of the confirmed certificate; null: it is not followed, whatever its pool says.'),
})
export type PoolMember = z.infer<typeof PoolMember>

export const PoolHost = z.object({
  uuid: z.string(),
  name: z.string(),
  address: z.string(),
  isCoordinator: z.boolean(),
  isLive: z.boolean(),
  isEnabled: z.boolean().describe('False in maintenance.'),
  pCpus: z.number().int().nullable(),
  cpuModel: z.string().nullable(),
  memoryTotalBytes: z.number().nullable(),
  memoryFreeBytes: z.number().nullable(),
  version: z.string().nullable(),
})
export type PoolHost = z.infer<typeof PoolHost>

export const PoolGuest = z.object({
  uuid: z.string(),
  name: z.string(),
  powerState: z.enum(['running', 'halted', 'paused', 'suspended']),
  hostUuid: z.string().nullable().describe('As XAPI says; null where it does not run.'),
  vCpus: z.number().int(),
  weight: z.number().int().nullable().describe('For its next start; null: XAPI stores none.'),
  cap: z.number().int().nullable().describe('Percent of one pCPU; 0 means no cap.'),
  memoryBytes: z.number(),
  mayGoTo: z
    .array(z.string())
    .describe('UUIDs of the hosts whose storage, CPU and memory suit it, by what XAPI says.'),
  stays: z.string().nullable().describe('Why it cannot move now; null: it may.'),
})
export type PoolGuest = z.infer<typeof PoolGuest>

export const Pool = z
  .object({
    id: Id,
    name: z.string(),
    kind: PoolKind.describe('`hosts`: hosts that are connected over SSH, without XAPI.'),
    state: PoolState,
    address: z.string().nullable().describe('Of XAPI; null for a pool of `hosts`.'),
    port: z.number().int().nullable(),
    username: z.string().nullable(),
    members: z.array(PoolMember),
    trouble: Trouble.nullable(),
    jobId: Id.nullable(),
    createdAt: Timestamp,
    readAt: Timestamp.nullable(),
    found: z
      .object({
        name: z.string(),
        haEnabled: z.boolean(),
        isUpgrading: z.boolean(),
        hosts: z.array(PoolHost),
        guests: z.array(PoolGuest),
        sharedStorage: z.array(z.object({ name: z.string(), hosts: z.number().int() })),
        doubts: z.array(z.string()).describe('What of this may not be believed, in words.'),
      })
      .nullable()
      .describe('Null until it was read.'),
  })
  .meta({ id: 'Pool' })
export type Pool = z.infer<typeof Pool>

/** Of every plan of a pool: who made it, and who starts it until when. */
export const startOfPlan = {
  secondPerson: z
    .enum(['not-needed', 'needed', 'you'])
    .describe('Whether a rule asks for another person than its maker to start it; `you` may not.'),
  createdBy: z.string(),
  createdAt: Timestamp,
  startedBy: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable().describe('Until when a plan may be started.'),
  jobId: Id.nullable(),
}

const withJob = z.object({ pool: Pool, job: Job })
const MOST_HOSTS = 64
const HostIds = z.array(Id).min(2).max(MOST_HOSTS)

export const listPools = endpoint({
  id: 'listPools',
  method: 'GET',
  path: '/pools',
  tag: 'Pools',
  summary: 'List pools of hosts, behind XAPI or over SSH',
  query: PageQuery,
  status: 200,
  response: page(Pool),
})

export const addPool = endpoint({
  id: 'addPool',
  method: 'POST',
  path: '/pools',
  tag: 'Pools',
  summary: 'Add a pool; fetches the certificate of its coordinator',
  body: z.object({
    name: Name,
    address: Address,
    port: z.number().int().min(1).max(65_535).default(443),
  }),
  status: 202,
  response: withJob,
})

export const groupHosts = endpoint({
  id: 'groupHosts',
  method: 'POST',
  path: '/pools-of-hosts',
  tag: 'Pools',
  summary:
    'Group hosts that are connected over SSH into a pool, so that guests can move among them',
  description:
    'A host is in one such pool at most. Each then shows what its account needs before a guest can move: `connection.moves`, and another gate or other sudo rules.',
  body: z.object({ name: Name, hostIds: HostIds }),
  status: 201,
  response: Pool,
})

export const setPoolHosts = endpoint({
  id: 'setPoolHosts',
  method: 'PUT',
  path: '/pools/:id/hosts',
  tag: 'Pools',
  summary: 'Set which hosts are in a pool of hosts; those that are not named leave it',
  description:
    'No host leaves while a guest is moved from it or to it. Each host of the pool then shows another gate, other sudo rules and other `connection.moves`.',
  params: IdParams,
  body: z.object({ hostIds: HostIds }),
  status: 200,
  response: Pool,
})

export const getPool = endpoint({
  id: 'getPool',
  method: 'GET',
  path: '/pools/:id',
  tag: 'Pools',
  summary: 'Get a pool with what it holds',
  params: IdParams,
  status: 200,
  response: Pool,
})

export const connectPool = endpoint({
  id: 'connectPool',
  method: 'POST',
  path: '/pools/:id/connection',
  tag: 'Pools',
  summary: 'Pin the certificate that was shown, give the account, and read the pool',
  description:
    'The password is encrypted at once for a key that only the agent has. Do it again for another account, or after the certificate has changed.',
  params: IdParams,
  body: z.object({
    fingerprint: CertificateFingerprint,
    username: Text.min(1).max(100),
    password: z.string().min(1).max(60),
  }),
  status: 202,
  response: withJob,
})

export const pinPoolMember = endpoint({
  id: 'pinPoolMember',
  method: 'POST',
  path: '/pools/:id/members',
  tag: 'Pools',
  summary: 'Pin the certificate of a member, so that it may be followed as coordinator',
  params: IdParams,
  body: z.object({ address: Address, fingerprint: CertificateFingerprint }),
  status: 200,
  response: Pool,
})

export const readPool = endpoint({
  id: 'readPool',
  method: 'POST',
  path: '/pools/:id/readings',
  tag: 'Pools',
  summary: 'Read a pool again',
  description: 'Each host of a pool of `hosts` is read by a job of its own; the last one is shown.',
  params: IdParams,
  status: 202,
  response: withJob,
})

export const removePool = endpoint({
  id: 'removePool',
  method: 'DELETE',
  path: '/pools/:id',
  tag: 'Pools',
  summary: 'Remove a pool, its password and its pins',
  description: 'Hosts that are connected over SSH stay.',
  params: IdParams,
  status: 204,
})
