import type { Arrivals } from './arrivals.ts'
import type { Background, GuestLoad, TwinConfig, TwinDomain } from './twin-config.ts'

type Placement = Pick<TwinDomain, 'weight' | 'cap' | 'vCpus' | 'affinity'>

/** What a host's own recording tells of it: everything that `twinOfHost` needs and nothing else. */
export interface ObservedHost extends Pick<TwinConfig, 'pCpus' | 'scheduler' | 'changes'> {
  domain0: ObservedDomain0
  guests: ObservedGuest[]
  /** Default `per-request`: each request opens a connection of its own. */
  connections?: 'per-request' | 'kept-open'
  /**
   * Where the response time is measured. Default `network`: from the packet's arrival at the host.
   * `domain-0`: the client runs there, and its clock starts only when Domain-0 gets to run.
   */
  client?: 'network' | 'domain-0'
}

export interface ObservedDomain0 extends Placement {
  name?: string
  /** Of any guest, the background left out; see `domain0Cost`. */
  cpuSecondsPerRequest: number
  /** What it does beside requests: monitoring, mostly. Default nothing; see `domain0Cost`. */
  background?: Background
}

export interface ObservedGuest extends Placement, Pick<GuestLoad, 'discipline' | 'workers'> {
  name: string
  /**
   * The times of the server's log, or a rate with what is known of its spread. The log stamps a
   * request after its wait for the CPU, so logs of several guests, aligned exactly, would never have
   * two of them want the CPU at once: without a `clockUncertaintySeconds` of its own each log is
   * shifted by up to `SERVER_CLOCK_UNCERTAINTY_SECONDS`.
   */
  arrivals: Arrivals
  /** All CPU seconds of the domain over its requests (utilisation law), the background left out. */
  cpuSecondsPerRequest: number
  /**
   * How the demands of requests differ: a squared coefficient of variation, or durations of requests
   * that were alone on the host, of which only the ratios count. Default 0, all alike.
   */
  demandSpread?: number | Float64Array | number[]
  /** What it does beside requests. Default nothing. */
  background?: Background
}
