import { z } from 'zod'
import { AnalysisSummary } from './analyses.ts'
import { Verdict } from './analysis-result.ts'
import {
  DomainName,
  Id,
  IdParams,
  Name,
  Notes,
  PageQuery,
  page,
  Text,
  Timestamp,
  Trouble,
  Weight,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { Upload } from './uploads.ts'

export const ConnectionState = z.enum([
  'none',
  'probing',
  'awaiting-confirmation',
  'connecting',
  'connected',
  'failing',
])
export type ConnectionState = z.infer<typeof ConnectionState>

const Address = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/, 'a host name or an IP address')

const Port = z.number().int().min(1).max(65_535).default(22)

const Fingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/)

const Username = z
  .string()
  .trim()
  .regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'a POSIX user name')

export const HostConnection = z
  .object({
    state: ConnectionState,
    address: z.string().nullable(),
    port: z.number().int().nullable(),
    username: z.string().nullable(),
    offeredFingerprint: z
      .string()
      .nullable()
      .describe('SHA-256 of the key the host showed last; compare it with the host’s own word.'),
    pinnedFingerprint: z.string().nullable().describe('The confirmed key; any other is refused.'),
    authorizedKeysLine: z.string().nullable().describe('For the account’s `authorized_keys`.'),
    gate: z
      .object({ path: z.string(), script: z.string() })
      .nullable()
      .describe('Root-owned script that the key is bound to; it runs the listed verbs only.'),
    sudoersSnippet: z.string().nullable().describe('Exactly the verbs used; null for root.'),
    trouble: Trouble.nullable(),
  })
  .meta({ id: 'HostConnection' })
export type HostConnection = z.infer<typeof HostConnection>

export const GuestLogState = z.enum([
  'probing',
  'awaiting-confirmation',
  'connecting',
  'ready',
  'failing',
])
export type GuestLogState = z.infer<typeof GuestLogState>

/** How a guest's access log is followed during a recording: over SSH, with a key for that alone. */
export const GuestLog = z
  .object({
    state: GuestLogState,
    address: z.string(),
    port: z.number().int(),
    username: z.string(),
    path: z.string(),
    logFormat: z.string().nullable().describe('As in `SourceSettings`; null: recognise it.'),
    authorizedKeysLine: z
      .string()
      .nullable()
      .describe('For the guest account’s `authorized_keys`; it can follow this one file only.'),
    offeredFingerprint: z.string().nullable(),
    pinnedFingerprint: z.string().nullable(),
    trouble: Trouble.nullable(),
  })
  .meta({ id: 'GuestLog' })
export type GuestLog = z.infer<typeof GuestLog>

/** What Steelyard left on a domain: verified by reading it back, after applying or rolling back. */
export const AppliedWeight = z.object({
  weight: Weight.nullable().describe('null where Steelyard never set it.'),
  cap: z.number().int().nullable(),
  affinity: z.array(z.string()).nullable().describe('As in `Domain`.'),
  cpupool: z.string().nullable().describe('Where Steelyard moved it.'),
  applicationId: Id,
  appliedAt: Timestamp,
  configLines: z
    .array(z.string())
    .describe('For the guest’s xl configuration file, so that it survives a restart of the guest.'),
})
export type AppliedWeight = z.infer<typeof AppliedWeight>

/** What a domain’s last reading has that Steelyard did not leave there. */
export const DomainDrift = z.object({
  kind: z.enum(['weight', 'cap', 'affinity', 'cpupool', 'recreated', 'gone']),
  text: z.string(),
})
export type DomainDrift = z.infer<typeof DomainDrift>

export const Domain = z
  .object({
    id: Id,
    name: z.string(),
    xenUuid: z.string().nullable(),
    xenId: z.number().int().nullable(),
    vCpus: z.number().int().nullable(),
    memoryMb: z.number().int().nullable(),
    weight: Weight.nullable(),
    cap: z.number().int().nullable().describe('Percent of one pCPU; 0 = none.'),
    cpupool: z.string().nullable(),
    affinity: z
      .array(z.string())
      .nullable()
      .describe('pCPUs of vCPU 0, 1, ... (`all`, `0-1,3`); one entry where all have the same.'),
    state: z.string().nullable(),
    seenAt: Timestamp.nullable(),
    gone: z.boolean(),
    target: z.object({
      responseTimeMs: z.number().nullable(),
      throughputPerSecond: z.number().nullable(),
    }),
    guestLog: GuestLog.nullable(),
    applied: AppliedWeight.nullable(),
    drift: z.array(DomainDrift),
    driftSince: Timestamp.nullable().describe('When a reading first showed it.'),
  })
  .meta({ id: 'Domain' })
export type Domain = z.infer<typeof Domain>

export const Host = z
  .object({
    id: Id,
    name: z.string(),
    notes: z.string(),
    isSample: z.boolean(),
    createdAt: Timestamp,
    connection: HostConnection,
    scheduler: z.string().nullable(),
    schedulerParameters: z
      .array(
        z.object({
          cpupool: z.string(),
          scheduler: z.string(),
          text: z.string(),
          pCpus: z
            .array(z.number().int())
            .nullable()
            .describe('null where the gate on the host is too old to show them.'),
        }),
      )
      .describe('As the host printed them.'),
    xenVersion: z.string().nullable(),
    pCpus: z.number().int().nullable(),
    inventoryAt: Timestamp.nullable(),
    domains: z.array(Domain),
    drifted: z.boolean().describe('A domain is not as Steelyard left it; its `drift` says how.'),
    recording: z
      .object({ uploadId: Id, jobId: Id })
      .nullable()
      .describe('The recording that runs on this host now.'),
    latestAnalysis: AnalysisSummary.nullable(),
    verdict: Verdict.nullable(),
    jobId: Id.nullable().describe('Of the work in progress on this host.'),
  })
  .meta({ id: 'Host' })
export type Host = z.infer<typeof Host>

export const listHosts = endpoint({
  id: 'listHosts',
  method: 'GET',
  path: '/hosts',
  tag: 'Hosts',
  summary: 'Hosts with their latest verdicts, newest first',
  query: PageQuery,
  status: 200,
  response: page(Host),
})

export const createHost = endpoint({
  id: 'createHost',
  method: 'POST',
  path: '/hosts',
  tag: 'Hosts',
  summary: 'Add a host; it can be analysed at once and connected later',
  body: z.object({ name: Name, notes: Notes.default('') }),
  status: 201,
  response: Host,
  idempotent: true,
})

export const getHost = endpoint({
  id: 'getHost',
  method: 'GET',
  path: '/hosts/:id',
  tag: 'Hosts',
  summary: 'One host',
  params: IdParams,
  status: 200,
  response: Host,
})

export const updateHost = endpoint({
  id: 'updateHost',
  method: 'PATCH',
  path: '/hosts/:id',
  tag: 'Hosts',
  summary: 'Rename a host or change its notes',
  params: IdParams,
  body: z.object({ name: Name.optional(), notes: Notes.optional() }),
  status: 200,
  response: Host,
})

export const deleteHost = endpoint({
  id: 'deleteHost',
  method: 'DELETE',
  path: '/hosts/:id',
  tag: 'Hosts',
  summary: 'Forget a host, its key, analyses and plans; nothing changes on the host itself',
  params: IdParams,
  status: 204,
})

export const connectHost = endpoint({
  id: 'connectHost',
  method: 'PUT',
  path: '/hosts/:id/connection',
  tag: 'Hosts',
  summary: 'Begin to enrol: a key pair is made for this host and the host’s key is fetched',
  params: IdParams,
  body: z.object({
    address: Address,
    port: Port,
    username: Username.default('root'),
  }),
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const confirmHostKey = endpoint({
  id: 'confirmHostKey',
  method: 'POST',
  path: '/hosts/:id/connection/confirm',
  tag: 'Hosts',
  summary: 'Pin the host key just shown and read the host for the first time',
  params: IdParams,
  body: z.object({ fingerprint: Fingerprint }),
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const disconnectHost = endpoint({
  id: 'disconnectHost',
  method: 'DELETE',
  path: '/hosts/:id/connection',
  tag: 'Hosts',
  summary: 'Forget the connection and destroy its key pair',
  params: IdParams,
  status: 204,
})

export const discoverHost = endpoint({
  id: 'discoverHost',
  method: 'POST',
  path: '/hosts/:id/discover',
  tag: 'Hosts',
  summary: 'Read scheduler, domains, weights and caps again',
  params: IdParams,
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const setDomainTargets = endpoint({
  id: 'setDomainTargets',
  method: 'PUT',
  path: '/hosts/:id/targets',
  tag: 'Hosts',
  summary: 'Set the SLA targets that the next analyses start from',
  params: IdParams,
  body: z.object({
    targets: z
      .array(
        z.object({
          domain: DomainName,
          responseTimeMs: z.number().positive().max(86_400_000).nullable(),
          throughputPerSecond: z.number().positive().max(1e9).nullable(),
        }),
      )
      .max(256),
  }),
  status: 200,
  response: Host,
})

export const startRecording = endpoint({
  id: 'startRecording',
  method: 'POST',
  path: '/hosts/:id/recordings',
  tag: 'Hosts',
  summary: 'Record the host now; it becomes an upload like any other',
  description:
    'xentop throughout; on request the scheduler trace (never beside another consumer of Xen’s ' +
    'trace buffer) and the access logs of the guests that are set up for it. Cancel the job to ' +
    'stop: the files are deleted and the upload ends as `refused` with the code `cancelled`.',
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    seconds: z.number().int().min(10).max(3600).default(60),
    intervalSeconds: z.number().int().min(1).max(60).default(1),
    trace: z.boolean().default(false).describe('xentrace’s scheduler events too.'),
    guestLogs: z.boolean().default(true),
  }),
  status: 202,
  response: z.object({ upload: Upload, job: Job }),
  idempotent: true,
})

export const DomainParams = z.object({ id: Id, domainId: Id })

/** Absolute and plain: it becomes a word of a command in the guest’s `authorized_keys`. */
const LogPath = z
  .string()
  .trim()
  .max(250)
  .regex(
    /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._][A-Za-z0-9._-]*)+$/,
    'an absolute path of letters, digits, dot, dash and underscore',
  )

export const setGuestLog = endpoint({
  id: 'setGuestLog',
  method: 'PUT',
  path: '/hosts/:id/domains/:domainId/guest-log',
  tag: 'Hosts',
  summary: 'Say where a guest’s access log is; a key pair is made and the guest’s key fetched',
  description: 'Setting it again starts over, with another key pair and no pinned key.',
  params: DomainParams,
  body: z.object({
    address: Address,
    port: Port,
    username: Username,
    path: LogPath,
    logFormat: Text.max(4000).nullable().default(null),
  }),
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const confirmGuestLog = endpoint({
  id: 'confirmGuestLog',
  method: 'POST',
  path: '/hosts/:id/domains/:domainId/guest-log/confirm',
  tag: 'Hosts',
  summary: 'Pin the guest’s key just shown and try to follow the log',
  description: 'Once pinned, the same key may be confirmed again to try again.',
  params: DomainParams,
  body: z.object({ fingerprint: Fingerprint }),
  status: 202,
  response: z.object({ host: Host, job: Job }),
})

export const removeGuestLog = endpoint({
  id: 'removeGuestLog',
  method: 'DELETE',
  path: '/hosts/:id/domains/:domainId/guest-log',
  tag: 'Hosts',
  summary: 'Forget how to reach a guest’s access log and destroy the key pair',
  params: DomainParams,
  status: 204,
})
