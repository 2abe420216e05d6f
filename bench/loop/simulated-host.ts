import type { DurationStats } from '@steelyard/traces'
import type { LoadPlan } from './load-plan.ts'

export type Weights = Readonly<Record<string, number>>

/** What is seen of one guest in one minute. */
export interface SeenDomain {
  domain: string
  /** That arrived. */
  requests: number
  /** 95th percentile in the server's log, as the product sees it. Null without requests. */
  valueSeconds: number | null
  /** That the guest used, as xentop shows it. */
  cpuSeconds: number
}

/** With what only the judge sees. Requests count in the minute in which they arrived. */
export interface DomainMinute extends SeenDomain {
  /** 95th percentile in the log without the noise of measuring. Null without requests. */
  trueSeconds: number | null
  /** 95th percentile at the clients. Null without requests, or where a host does not know it. */
  clientSeconds: number | null
  /** Mean at the clients, likewise. */
  meanClientSeconds: number | null
}

/** What a host did in one minute. Times count in seconds from the beginning. */
export interface Minute<Domain> {
  startSeconds: number
  /** Guests that are there. */
  domains: readonly Domain[]
  domain0CpuSeconds: number
}
export type HostMinute = Minute<DomainMinute>

/** What the log of one domain says of a window. */
export interface LoggedDomain {
  domain: string
  requests: { duration: Pick<DurationStats, 'count' | 'meanSeconds'> | null } | null
}

/** A host as those see it who look after it. */
export interface TendedHost {
  /** Domain-0 and every guest that there ever is. */
  readonly weights: Weights
  /** From the next minute on. */
  setWeights(weights: Weights): void
  /** In windows of ten seconds, as the product's own builder makes them, or longer. */
  observed(fromSeconds: number, toSeconds: number): LoggedDomain[]
}

/** A host that is played minute by minute, with whatever weights are in force. */
export interface SimulatedHost extends TendedHost {
  /**
   * What the judge sees of requests that are still under way at the end of the minute is filled in
   * when they are answered.
   */
  play(): HostMinute
}

/** When a host begins to be played, and with which weights, which it is taken to have had before. */
export interface Beginning {
  fromSeconds: number
  weights: Weights
}

export function booted({ family }: LoadPlan): Beginning {
  return { fromSeconds: 0, weights: family.bootWeights }
}

/** Makes a host that follows a plan, from its boot on if nothing else is said. */
export type HostMaker = (plan: LoadPlan, beginning?: Beginning) => SimulatedHost
