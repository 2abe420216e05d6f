import type { Observation, Recording } from '@steelyard/traces'
import type { HostFacts } from '../known-host/host-facts.ts'
import { IDLE, type RecordedHost, type Span } from './recorded-host.ts'
import { type RecordedWeights, weightRegimes } from './weight-regimes.ts'
import { groupWindows } from './window-list.ts'

/** Observations with the length of their windows. */
export interface ObservedWindows {
  windowSeconds: number
  observations: readonly Observation[]
}

/** What the operator says of a recording; null where that is left to the recording and the host. */
export interface RecordingStatements {
  /** In force at the end. */
  weights: readonly { domain: string; weight: number }[] | null
  /** Where the clients' clock ran. */
  client: 'network' | 'domain-0' | null
}

/** Host time at which a recording began: its own stamps are the client's. */
export function startOf(recording: Recording): number {
  return recording.startEpochSeconds + recording.hostMinusClientSeconds
}

/**
 * Where windows begin: with the recording, so that a window lies in one phase; else with the day, so
 * that windows of several analyses fall together. Whole milliseconds, as the database keeps them.
 */
export function originOf(recordings: readonly Recording[], windowSeconds: number): number {
  const first = recordings.map(startOf).sort((a, b) => a - b)[0]
  return first === undefined ? 0 : Math.round((first % windowSeconds) * 1000) / 1000
}

/** Observations together with what recordings, operator and facts about the host say of the same time. */
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
    ...(client ? { client } : {}),
    pCpus: pCpusOf(observed, facts),
  }
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

function phasesOf(recording: Recording, label: string): Span[] {
  const start = startOf(recording)
  return recording.phases.map(({ startSeconds, durationSeconds }, index) => ({
    label: `${label} ${index + 1}`,
    fromEpochSeconds: start + startSeconds,
    toEpochSeconds: start + startSeconds + durationSeconds,
  }))
}

/** Domains and idle time together fill every pCPU, so their sum tells how many there are. */
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
