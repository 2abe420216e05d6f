import type { Observation, Recording } from '@steelyard/traces'
import { type HostFacts, vCpusIn } from '../known-host/host-facts.ts'
import {
  IDLE,
  type PlannedPhase,
  type RecordedHost,
  type StatedConnections,
} from './recorded-host.ts'
import { type RecordedWeights, weightRegimes } from './weight-regimes.ts'
import { groupWindows } from './window-list.ts'

/** Observations and the length of their windows. */
interface ObservedWindows {
  windowSeconds: number
  observations: readonly Observation[]
}

/** The operator's statements about a recording. Null when the recording and the host decide. */
interface RecordingStatements {
  /** Weights in force at the end. */
  weights: readonly { domain: string; weight: number }[] | null
  /** Where the clients' clock ran. Null when unknown. */
  client: 'network' | 'domain-0' | null
  /** Default `auto`: what the recording or its logs state. */
  connections?: 'auto' | StatedConnections['kind']
  /** Of each log that tells: its requests, and those on a connection that was open already. */
  logged?: readonly { requests: number; reused: number }[]
}

/** Host time at which a recording began; its own stamps use the client's clock. */
export function startOf(recording: Recording): number {
  return recording.startEpochSeconds + recording.hostMinusClientSeconds
}

/**
 * Origin of the windows. With a recording it is the start of the recording, so that a window lies
 * in one phase; else the start of the day, so that windows of several analyses coincide. It is in
 * whole milliseconds, as the database stores it.
 */
export function originOf(recordings: readonly Recording[], windowSeconds: number): number {
  const first = recordings.map(startOf).sort((a, b) => a - b)[0]
  return first === undefined ? 0 : Math.round((first % windowSeconds) * 1000) / 1000
}

/** Combines observations with what recordings, operator and host facts say about the same time. */
export function recordedHostOf(
  observed: ObservedWindows,
  recordings: readonly Recording[],
  said: RecordingStatements,
  facts: HostFacts,
): RecordedHost {
  const inOrder = [...recordings].sort((a, b) => startOf(a) - startOf(b))
  const client = said.client ?? inOrder.findLast((recording) => recording.client)?.client
  const atEnd = Object.fromEntries((said.weights ?? []).map((w) => [w.domain, w.weight]))
  return {
    observations: observed.observations,
    windowSeconds: observed.windowSeconds,
    regimes: weightRegimes(inOrder.map(weightsOf), { atEnd, known: weightsIn(facts) }),
    plannedPhases: inOrder.flatMap((recording, index) =>
      phasesOf(recording, inOrder.length > 1 ? `Recording ${index + 1}, phase` : 'Phase'),
    ),
    scheduler: facts.scheduler?.value === 'credit2' ? 'credit2' : 'credit',
    capPercents: capPercentsIn(facts),
    vCpus: vCpusIn(facts),
    ...(client ? { client } : {}),
    ...connectionsOf(inOrder, said),
    pCpus: pCpusOf(observed, facts),
  }
}

/** A recording states what was meant, so it comes before the counts in the logs. */
function connectionsOf(
  inOrder: readonly Recording[],
  { connections = 'auto', logged = [] }: RecordingStatements,
): Pick<RecordedHost, 'connections'> {
  if (connections !== 'auto') return { connections: { kind: connections, by: 'operator' } }
  const recorded = inOrder.findLast((recording) => recording.connections)?.connections
  if (recorded) return { connections: { kind: recorded, by: 'recording' } }
  const requests = logged.reduce((sum, log) => sum + log.requests, 0)
  const reused = logged.reduce((sum, log) => sum + log.reused, 0)
  if (requests === 0) return {}
  // The simulation has one path for all requests: that of most of them.
  return { connections: { kind: reused > requests / 2 ? 'kept-open' : 'per-request', by: 'log' } }
}

function capPercentsIn({ domains }: HostFacts): Record<string, number> {
  return Object.fromEntries(
    domains.flatMap(({ domain, cap }) => (cap && cap.value > 0 ? [[domain, cap.value]] : [])),
  )
}

function weightsIn({ domains }: HostFacts): Record<string, number> {
  return Object.fromEntries(
    domains.flatMap(({ domain, weight }) => (weight ? [[domain, weight.value]] : [])),
  )
}

function weightsOf(recording: Recording): RecordedWeights {
  const start = startOf(recording)
  return {
    startEpochSeconds: start,
    weights: Object.fromEntries(recording.domains.map(({ name, weight }) => [name, weight])),
    changes: recording.weightChanges.map(({ atSeconds, domain, weight }) => ({
      atEpochSeconds: start + atSeconds,
      domain,
      weight,
    })),
  }
}

function phasesOf(recording: Recording, label: string): PlannedPhase[] {
  const start = startOf(recording)
  return recording.phases.map(({ startSeconds, durationSeconds }, index) => ({
    label: `${label} ${index + 1}`,
    fromEpochSeconds: start + startSeconds,
    toEpochSeconds: start + startSeconds + durationSeconds,
  }))
}

/** The CPU time of domains and idle time fills every pCPU, so the sum gives their number. */
function pCpusOf(
  { observations, windowSeconds }: ObservedWindows,
  { pCpus }: HostFacts,
): RecordedHost['pCpus'] {
  if (pCpus) {
    const source = pCpus.origin.kind === 'xl-output' ? 'xl-output' : 'host'
    return { count: pCpus.value, source }
  }
  const sums = groupWindows(observations, windowSeconds)
    .filter(({ byDomain }) => byDomain.get(IDLE)?.cpu?.coveredSeconds === windowSeconds)
    .map(({ byDomain }) =>
      [...byDomain.values()].reduce((sum, { cpu }) => sum + (cpu?.usedSeconds ?? 0), 0),
    )
    .sort((a, b) => a - b)
  const middle = sums[Math.floor(sums.length / 2)]
  if (middle === undefined) return { count: 1, source: 'assumed' }
  return { count: Math.max(1, Math.round(middle / windowSeconds)), source: 'trace' }
}
