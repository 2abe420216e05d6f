import type {
  ConnectionState,
  Domain,
  EvidenceGrade,
  Host,
  HostConnection,
  Statistic,
  Trouble,
  Verdict,
} from '@steelyard/contract'
import {
  authorizedKeysLine,
  type CpupoolState,
  GATE_PATH,
  gateScript,
  type HostInventory,
  LEVERS,
  MOVE_KEY_OPTIONS,
  moveAlias,
  moveSshConfig,
  sudoersSnippet,
} from '@steelyard/xen'
import { mayEverywhere, type Principal } from '../access/permissions.ts'
import { serialiseAnalysisSummary } from '../analyses/serialise-analysis.ts'
import { appliedValues, driftOf, serialiseApplied } from './drift/domain-drift.ts'
import { serialiseGuestLog } from './guest-logs/serialise-guest-log.ts'
import type { HostRow } from './host-row.ts'
import { isStalled } from './ssh-access.ts'
import { hostInventory } from './stored-inventory.ts'

/** @param reader whoever may not see every host is not told of the others in its pool */
export function serialiseHost(row: HostRow, reader: Principal): Host {
  const inventory = inventoryOf(row)
  const latest = row.latestAnalysis
  const domains = row.domains.map((domain) => serialiseDomain(domain, inventory))
  return {
    id: row.id,
    name: row.name,
    notes: row.notes,
    tags: row.tags,
    isSample: row.isSample,
    createdAt: row.createdAt.toISOString(),
    connection: serialiseConnection(row, mayEverywhere(reader, 'hosts:read')),
    scheduler: row.scheduler,
    schedulerParameters: (inventory?.cpupools ?? []).map(describeCpupool),
    xenVersion: inventory?.xenVersion ?? null,
    experiments: inventory?.experiments ?? null,
    pCpus: row.pCpus,
    inventoryAt: row.inventoryAt?.toISOString() ?? null,
    recordedFacts: row.recordedFacts,
    domains,
    targetStatistic: row.targetStatistic as Statistic,
    targetWindowSeconds: row.targetWindowSeconds,
    drifted: domains.some(({ drift }) => drift.length > 0),
    recording: row.recording && {
      uploadId: row.recording.uploadId,
      jobId: row.recording.jobId,
    },
    hasLoadBalancer: row.loadBalancer !== null,
    hasCapsMonitor: row.capsMonitor !== null,
    latestAnalysis: latest && serialiseAnalysisSummary(latest),
    verdict: (latest?.verdict ?? null) as Verdict | null,
    grade: (latest?.grade ?? null) as EvidenceGrade | null,
    jobId: row.jobId,
  }
}

/** What was read from a host. Null before the first reading. */
export function inventoryOf({ inventory }: Pick<HostRow, 'inventory'>): HostInventory | null {
  return hostInventory.readIfAny(inventory)
}

/** The state of a connection whose job ended before it was established. */
const STALLED: { state: ConnectionState; trouble: Trouble } = {
  state: 'failing',
  trouble: {
    code: 'interrupted',
    message: 'Connecting was stopped before there was an answer.',
    fix: 'Start again.',
  },
}

const NO_CONNECTION: HostConnection = {
  state: 'none',
  trouble: null,
  address: null,
  port: null,
  username: null,
  offeredFingerprint: null,
  pinnedFingerprint: null,
  authorizedKeysLine: null,
  gate: null,
  sudoersSnippet: null,
  moves: null,
}

function serialiseConnection(row: HostRow, seesPool: boolean): HostConnection {
  const { access } = row
  if (!access) return NO_CONNECTION
  const { username, publicKey } = access
  const peers = peersOf(row)
  const movesTo = peers.map(({ alias }) => alias)
  return {
    ...connectionState(access),
    address: access.address,
    port: access.port,
    username,
    offeredFingerprint: access.offeredFingerprint,
    pinnedFingerprint: access.pinnedFingerprint,
    authorizedKeysLine: publicKey && authorizedKeysLine(publicKey, GATE_PATH),
    gate: publicKey ? { path: GATE_PATH, script: gateScript(movesTo) } : null,
    sudoersSnippet: username === 'root' ? null : sudoersSnippet(username, movesTo),
    moves:
      row.pool && seesPool
        ? { sshConfig: moveSshConfig(peers), keyOptions: MOVE_KEY_OPTIONS, peers }
        : null,
  }
}

/** The other hosts of its pool to which its guests may move: those whose key was confirmed. */
function peersOf({ id, pool }: HostRow) {
  return (pool?.hosts ?? []).flatMap(({ id: hostId, name, access }) => {
    const { address, port, pinnedFingerprint: fingerprint } = access ?? {}
    return hostId !== id && address && port && fingerprint
      ? [{ hostId, name, alias: moveAlias(hostId), address, port, fingerprint }]
      : []
  })
}

/** Whether a host is connected and, if not, why. */
export function connectionState(
  access: HostRow['access'],
): Pick<HostConnection, 'state' | 'trouble'> {
  if (!access) return NO_CONNECTION
  if (isStalled(access)) return STALLED
  return {
    state: access.state as ConnectionState,
    trouble: access.problem as Trouble | null,
  }
}

function describeCpupool(pool: CpupoolState): Host['schedulerParameters'][number] {
  const parts = [
    pool.timeSliceMs === null ? null : `tslice ${pool.timeSliceMs} ms`,
    pool.rateLimitUs === null ? null : `ratelimit ${pool.rateLimitUs} µs`,
    pool.migrationDelayUs === null ? null : `migration delay ${pool.migrationDelayUs} µs`,
    `${pool.pCpus} pCPU${pool.pCpus === 1 ? '' : 's'}`,
  ]
  const text = parts.filter((part) => part !== null).join(', ')
  return { cpupool: pool.name, scheduler: pool.scheduler, text, pCpus: pool.pCpuNumbers }
}

function serialiseDomain(row: HostRow['domains'][number], inventory: HostInventory | null): Domain {
  const pins = inventory && row.xenUuid ? LEVERS.affinity.now(inventory, row.xenUuid) : null
  return {
    id: row.id,
    name: row.name,
    xenUuid: row.xenUuid,
    xenId: row.xenId,
    vCpus: row.vCpus,
    memoryMb: row.memoryMb,
    weight: row.weight,
    cap: row.cap,
    cpupool: row.cpupool,
    affinity: pins?.affinity ?? null,
    state: row.state,
    seenAt: row.seenAt?.toISOString() ?? null,
    gone: row.goneAt !== null,
    target: {
      responseTimeMs: row.targetResponseTimeMs,
      throughputPerSecond: row.targetThroughputPerSecond,
      isSoft: row.targetIsSoft,
    },
    guestLog: serialiseGuestLog(row.guestLog),
    applied: serialiseApplied(appliedValues.readIfAny(row.applied)),
    drift: row.driftSince ? driftOf(row, inventory) : [],
    driftSince: row.driftSince?.toISOString() ?? null,
  }
}
