import type { Observation } from '@steelyard/traces'
import type { TimeSpan } from '../settings.ts'

/** The input of the pipeline: pure data, all times in seconds since 1970. */
/** How requests reach the server: each on a connection of its own, or on one that stays open. */
export interface StatedConnections {
  kind: 'per-request' | 'kept-open'
  by: 'operator' | 'recording' | 'log'
}

export interface RecordedHost {
  observations: readonly Observation[]
  windowSeconds: number
  /** Oldest first; the first regime applies from the beginning. */
  regimes: readonly WeightRegime[]
  /** Planned phases of the recordings, oldest first; empty without a recording. */
  plannedPhases: readonly PlannedPhase[]
  /** Credit when unknown. */
  scheduler?: 'credit' | 'credit2'
  /** Percent of one pCPU by domain; domains without a cap are left out. */
  capPercents?: Readonly<Record<string, number>>
  /** By domain, where known. */
  vCpus?: Readonly<Record<string, number>>
  /** Where the clients' clocks ran; outside the host when unknown. */
  client?: 'network' | 'domain-0'
  /** Whether requests come on connections that stay open, and who says so. Unknown when left out. */
  connections?: StatedConnections
  pCpus: { count: number; source: 'xl-output' | 'host' | 'trace' | 'assumed' }
}

export interface PlannedPhase extends TimeSpan {
  label: string
}

/** Weights in force from a moment until the next regime, including Domain-0's. */
export interface WeightRegime {
  fromEpochSeconds: number
  weights: Record<string, number>
}

/** All observations of one interval. */
export interface Window {
  startEpochSeconds: number
  seconds: number
  byDomain: ReadonlyMap<string, Observation>
}

export const DOMAIN_0 = 'Domain-0'
export const IDLE = 'idle'

export function isGuest(domain: string): boolean {
  return domain !== DOMAIN_0 && domain !== IDLE
}
