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
      .describe(
        'SHA-256 of the key that the host presented last; compare it with the fingerprint shown on the host itself.',
      ),
    pinnedFingerprint: z
      .string()
      .nullable()
      .describe('SHA-256 of the confirmed key; any other key is refused.'),
    authorizedKeysLine: z.string().nullable().describe('Line for the account’s `authorized_keys`.'),
    gate: z
      .object({ path: z.string(), script: z.string() })
      .nullable()
      .describe('Root-owned script that the key is bound to; it runs only the listed commands.'),
    sudoersSnippet: z
      .string()
      .nullable()
      .describe('Sudo rules for exactly the commands used; null when the account is root.'),
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

/** How a guest's access log is followed during a recording: over SSH, with a key that does only that. */
export const GuestLog = z
  .object({
    state: GuestLogState,
    address: z.string(),
    port: z.number().int(),
    username: z.string(),
    path: z.string(),
    logFormat: z.string().nullable().describe('As in `SourceSettings`; null to detect it.'),
    authorizedKeysLine: z
      .string()
      .nullable()
      .describe(
        'Line for the guest account’s `authorized_keys`; the key can only follow this one file.',
      ),
    offeredFingerprint: z.string().nullable(),
    pinnedFingerprint: z.string().nullable(),
    trouble: Trouble.nullable(),
  })
  .meta({ id: 'GuestLog' })
export type GuestLog = z.infer<typeof GuestLog>

/** Values that Steelyard last set on a domain and verified by reading them back. */
export const AppliedWeight = z.object({
  weight: Weight.nullable().describe('Null when Steelyard never set it.'),
  cap: z.number().int().nullable(),
  affinity: z.array(z.string()).nullable().describe('As in `Domain`.'),
  cpupool: z.string().nullable().describe('The cpupool that Steelyard moved it to.'),
  applicationId: Id,
  appliedAt: Timestamp,
  configLines: z
    .array(z.string())
    .describe(
      'Lines for the guest’s xl configuration file, so that the values survive its restart.',
    ),
})
export type AppliedWeight = z.infer<typeof AppliedWeight>

/** A difference between a domain’s last reading and what Steelyard last set. */
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
    cap: z.number().int().nullable().describe('Percent of one pCPU; 0 means no cap.'),
    cpupool: z.string().nullable(),
    affinity: z
      .array(z.string())
      .nullable()
      .describe(
        'The pCPUs of vCPU 0, 1, ... (`all`, `0-1,3`); a single entry when all vCPUs have the same.',
      ),
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
    driftSince: Timestamp.nullable().describe('When a reading first showed the drift.'),
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
            .describe('Null when the gate script on the host is too old to list them.'),
        }),
      )
      .describe('Parameters as printed by the host.'),
    xenVersion: z.string().nullable(),
    pCpus: z.number().int().nullable(),
    inventoryAt: Timestamp.nullable(),
    domains: z.array(Domain),
    drifted: z
      .boolean()
      .describe('Whether a domain differs from what Steelyard last set; see its `drift`.'),
    recording: z
      .object({ uploadId: Id, jobId: Id })
      .nullable()
      .describe('The recording in progress on this host; null when there is none.'),
    latestAnalysis: AnalysisSummary.nullable(),
    verdict: Verdict.nullable(),
    jobId: Id.nullable().describe('The job in progress on this host; null when there is none.'),
  })
  .meta({ id: 'Host' })
export type Host = z.infer<typeof Host>

export const listHosts = endpoint({
  id: 'listHosts',
  method: 'GET',
  path: '/hosts',
  tag: 'Hosts',
  summary: 'List hosts with their latest verdicts, newest first',
  query: PageQuery,
  status: 200,
  response: page(Host),
})

export const createHost = endpoint({
  id: 'createHost',
  method: 'POST',
  path: '/hosts',
  tag: 'Hosts',
  summary: 'Add a host; uploads can be analysed at once and the host connected later',
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
  summary: 'Get one host',
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
  summary: 'Delete a host with its key, analyses and plans; the host itself is not changed',
  params: IdParams,
  status: 204,
})

export const connectHost = endpoint({
  id: 'connectHost',
  method: 'PUT',
  path: '/hosts/:id/connection',
  tag: 'Hosts',
  summary: 'Start enrolment: create a key pair for this host and fetch the host’s key',
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
  summary: 'Pin the host key that was shown and read the host for the first time',
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
  summary: 'Delete the connection and destroy its key pair',
  params: IdParams,
  status: 204,
})

export const discoverHost = endpoint({
  id: 'discoverHost',
  method: 'POST',
  path: '/hosts/:id/discover',
  tag: 'Hosts',
  summary: 'Read the scheduler, domains, weights and caps of the host again',
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
  summary: 'Record the host now; the recording becomes an upload like any other',
  description:
    'Runs xentop throughout and, on request, takes the scheduler trace (refused while another ' +
    'program reads Xen’s trace buffer) and the access logs of the guests that are set up for it. ' +
    'Cancel the job to stop: the files are deleted and the upload ends as `refused` with the code ' +
    '`cancelled`.',
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    seconds: z.number().int().min(10).max(3600).default(60),
    intervalSeconds: z.number().int().min(1).max(60).default(1),
    trace: z.boolean().default(false).describe('Whether to record xentrace’s scheduler events.'),
    guestLogs: z.boolean().default(true),
  }),
  status: 202,
  response: z.object({ upload: Upload, job: Job }),
  idempotent: true,
})

export const DomainParams = z.object({ id: Id, domainId: Id })

/** Restricted to plain absolute paths because it becomes part of a command in `authorized_keys`. */
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
  summary: 'Set where a guest’s access log is; creates a key pair and fetches the guest’s key',
  description: 'Setting it again starts over with a new key pair and no pinned key.',
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
  summary: 'Pin the guest’s key that was shown and try to follow the log',
  description: 'Once the key is pinned, confirm it again to retry.',
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
  summary: 'Delete the connection to a guest’s access log and destroy its key pair',
  params: DomainParams,
  status: 204,
})
