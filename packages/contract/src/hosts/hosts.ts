import { z } from 'zod'
import { AnalysisSummary } from '../analyses/analyses.ts'
import { SlaTarget, TargetWindowSeconds } from '../analyses/analysis-options.ts'
import { EvidenceGrade } from '../analyses/prediction.ts'
import { Verdict } from '../analyses/verdict.ts'
import { Id, IdParams, Name, Notes, PageQuery, page, Tags, Timestamp, Trouble } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { HostExperiments } from '../experiments.ts'
import { Job } from '../jobs.ts'
import { Statistic } from '../statistic.ts'
import { HostFacts } from '../uploads.ts'
import { Domain } from './domains.ts'
import { Address, Fingerprint, Port, Username } from './ssh.ts'

export const ConnectionState = z.enum([
  'none',
  'probing',
  'awaiting-confirmation',
  'connecting',
  'connected',
  'failing',
])
export type ConnectionState = z.infer<typeof ConnectionState>

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
    moves: z
      .object({
        sshConfig: z
          .string()
          .describe('For the `ssh_config` of root, by which `xl` reaches the other hosts.'),
        keyOptions: z
          .string()
          .describe('In front of the key of another host in the `authorized_keys` of root here.'),
        peers: z.array(
          z.object({
            hostId: Id,
            name: z.string(),
            alias: z.string().describe('The host of `xl migrate`, by `sshConfig`.'),
            address: z.string(),
            port: z.number().int(),
            fingerprint: z.string().describe('SHA-256 of its confirmed key.'),
          }),
        ),
      })
      .nullable()
      .describe(
        'What moves of guests to the other hosts of its pool need; null where it is in no pool of hosts, or the reader may not see all hosts.',
      ),
    trouble: Trouble.nullable(),
  })
  .meta({ id: 'HostConnection' })
export type HostConnection = z.infer<typeof HostConnection>

/** What files say of a host that was never read over SSH. */
export const RecordedFacts = z
  .object({
    facts: HostFacts,
    uploadId: Id,
    uploadName: z.string(),
    at: Timestamp.describe('When the recording began or, if it does not say, was uploaded.'),
  })
  .meta({ id: 'RecordedFacts' })
export type RecordedFacts = z.infer<typeof RecordedFacts>

export const Host = z
  .object({
    id: Id,
    name: z.string(),
    notes: z.string(),
    tags: z.array(z.string()),
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
          pCpus: z.array(z.number().int()),
        }),
      )
      .describe('Parameters as printed by the host.'),
    xenVersion: z.string().nullable(),
    experiments: HostExperiments.nullable(),
    pCpus: z.number().int().nullable(),
    inventoryAt: Timestamp.nullable(),
    recordedFacts: RecordedFacts.nullable().describe(
      'What the newest analysed upload that says anything says of the host; null when there is none, and for a host that has been read itself.',
    ),
    domains: z.array(Domain),
    targetStatistic: Statistic.describe('Statistic that the response time targets apply to.'),
    targetWindowSeconds: TargetWindowSeconds,
    drifted: z
      .boolean()
      .describe('Whether a domain differs from what Steelyard last set; see its `drift`.'),
    recording: z
      .object({ uploadId: Id, jobId: Id })
      .nullable()
      .describe('The recording in progress on this host; null when there is none.'),
    hasLoadBalancer: z.boolean(),
    hasCapsMonitor: z.boolean(),
    latestAnalysis: AnalysisSummary.nullable(),
    verdict: Verdict.nullable(),
    grade: EvidenceGrade.nullable(),
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
  body: z.object({ name: Name, notes: Notes.default(''), tags: Tags.default([]) }),
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
  summary: 'Rename a host or change its notes or tags',
  params: IdParams,
  body: z.object({ name: Name.optional(), notes: Notes.optional(), tags: Tags.optional() }),
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

export const checkAddress = endpoint({
  id: 'checkAddress',
  method: 'POST',
  path: '/address-checks',
  tag: 'Hosts',
  summary: 'Ask whether an SSH server answers at an address, before a host is made of it',
  body: z.object({ address: Address, port: Port }),
  status: 202,
  response: z.object({ job: Job }),
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
  summary: 'Set the SLA targets that the next analyses start from, and what they apply to',
  params: IdParams,
  body: z.object({
    targets: z.array(SlaTarget).max(256),
    statistic: Statistic.optional().describe('Kept when left out.'),
    windowSeconds: TargetWindowSeconds.optional().describe('Kept when left out.'),
  }),
  status: 200,
  response: Host,
})
