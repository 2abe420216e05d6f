import type { Background, GuestLoad, TwinConfig, TwinDomain } from '../config/twin-config.ts'
import type { Arrivals } from '../draws/arrivals.ts'

type Placement = Pick<TwinDomain, 'weight' | 'cap' | 'vCpus' | 'affinity'>

/** What a recording shows of its host: everything that `twinOfHost` needs and nothing else. */
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

interface ObservedDomain0 extends Placement {
  name?: string
  /** CPU seconds per request of any guest, without the background; see `domain0Cost`. */
  cpuSecondsPerRequest: number
  /** Work that is not for requests, mostly monitoring. Default none; see `domain0Cost`. */
  background?: Background
}

export interface ObservedGuest extends Placement, Pick<GuestLoad, 'discipline' | 'workers'> {
  name: string
  /**
   * The times in the server's log, or a rate with what is known of its variation. The log stamps a
   * request after its wait for the CPU, so with several guests' logs aligned exactly, no two guests
   * would ever want the CPU at once. A log without a `clockUncertaintySeconds` of its own is
   * therefore shifted by up to `SERVER_CLOCK_UNCERTAINTY_SECONDS`.
   */
  arrivals: Arrivals
  /** All CPU seconds of the domain over its requests (utilisation law), without the background. */
  cpuSecondsPerRequest: number
  /**
   * Variation of the demands: a squared coefficient of variation, or durations of requests that
   * were alone on the host, of which only the ratios count. Default 0, all equal.
   */
  demandSpread?: number | Float64Array | number[]
  /** Work that is not for requests. Default none. */
  background?: Background
}
