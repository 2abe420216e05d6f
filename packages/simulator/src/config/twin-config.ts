import type { Arrivals } from '../draws/arrivals.ts'
import type { ServiceTime } from '../draws/service-time.ts'
import type { BoostPolicy } from './boost-policy.ts'
import type { RequestLeg } from './request-path.ts'

/**
 * Input of the twin, the simulation of a host: plain data that can be cloned to a worker thread.
 */
export interface TwinConfig {
  pCpus: number
  scheduler: Credit1Options | Credit2Options | RtdsOptions
  /** Without Domain-0, requests reach their guest at once and cost no CPU there. */
  domain0?: TwinDomain
  guests: TwinGuest[]
  /** Weights and caps that change during the run, as on the recorded host. */
  changes?: DomainChange[]
}

export interface Credit1Options {
  name: 'credit'
  /** `major.minor` selects the generation whose rules apply. Default 4.17. */
  xenVersion?: string
  /** Longest uninterrupted run, and the accounting period. Default 0.03. */
  tsliceSeconds?: number
  /** No preemption earlier than this after a dispatch; 0 = off. Default 0.001, none before 4.2. */
  ratelimitSeconds?: number
  /** A vCPU that ran within this time is not stolen. Default 0. */
  migrationDelaySeconds?: number
  /**
   * RT-Credit, policy 1 (paper 3, section 2): in a runqueue a real-time vCPU is placed behind the
   * last real-time one and ahead of the first other one of its priority. No released Xen does this.
   * Default false.
   */
  realTimeFirst?: boolean
  /**
   * The same for domains that have this weight at the moment, whatever their work: the hypervisor in
   * e2e/xen-host knows real-time domains by it. Default: none.
   */
  realTimeWeight?: number
  /** Default `wake`, as in Xen. */
  boost?: BoostPolicy
}

export interface Credit2Options {
  name: 'credit2'
  /** `major.minor`; caps exist since 4.10. Default 4.17. */
  xenVersion?: string
  /** Default 0.001. */
  ratelimitSeconds?: number
  /** Period in which a cap's budget is refilled. Default 0.01. */
  capPeriodSeconds?: number
  /** pCPUs that share a runqueue: those of a socket. Default 16, Xen's upper bound. */
  pCpusPerRunqueue?: number
}

/** Global EDF over reservations; weights and caps have no effect. See `TwinDomain.reservation`. */
interface RtdsOptions {
  name: 'rtds'
}

export interface TwinDomain {
  name: string
  /** 1..65535. Default 256. */
  weight?: number
  /** Percent of one pCPU, 0 = none. Default 0. */
  cap?: number
  /** Default 1. */
  vCpus?: number
  /** Hard affinity: pCPU indices that each vCPU may run on. Default all. */
  affinity?: number[][]
  /**
   * RTDS reservation of each of its vCPUs. Default: 4 ms every 10 ms and extra time, as in Xen.
   */
  reservation?: Reservation
  /** Jobs with deadlines; they make a domain a real-time domain. */
  realTime?: RealTimeWork
  /** Work that is not for requests, such as monitoring. */
  background?: Background
  /** Number of its vCPUs that never stop computing. Default 0. */
  hogs?: number
  /** The kernel's timer tick. Default none; see `linuxTick`. */
  tick?: KernelTick
}

/** CPU time of a vCPU in each period under RTDS; the rest is lost at the period's end. */
export interface Reservation {
  periodSeconds: number
  /** At most the period. */
  budgetSeconds: number
  /**
   * Whether it may use time that no reservation needs, at the price of a less strict reservation,
   * see `rtds.ts`. Default true.
   */
  extraTime?: boolean
}

/**
 * One task that releases a job every period: T(period, execution) of paper 3. A job's deadline is
 * the release of the next one; jobs run in order, and one that is not finished by its deadline
 * counts as missed.
 */
export interface RealTimeWork {
  periodSeconds: number
  /** CPU time of a job. */
  executionSeconds: number
  /**
   * A missed job is abandoned at the end of the unit of this length in which its deadline passes,
   * because the task checks the clock between units. Default: none, and missed jobs are finished
   * late, so that an underserved task falls further and further behind.
   */
  unitSeconds?: number
  /** Release of the first job, less than a period. Default: drawn from the seed. */
  firstReleaseSeconds?: number
}

/**
 * A blocked vCPU is still woken by its kernel's timer for some ticks, until the kernel stops it:
 * short runs without a request, boosted like any wake-up. (Ticks while it runs are part of the
 * work.)
 */
export interface KernelTick {
  periodSeconds: number
  cpuSeconds: number
  /** Ticks after the last work. Default 1. */
  ticksAfterWork?: number
}

/** Xen's defaults. */
export const xenDefaults = {
  tsliceSeconds: 0.03,
  ratelimitSeconds: 0.001,
  /** For credit2. */
  capPeriodSeconds: 0.01,
  /** For RTDS, per vCPU. */
  reservation: { periodSeconds: 0.01, budgetSeconds: 0.004 } as Reservation,
}

/**
 * CONFIG_HZ=250, as in the distributions. Cost and number are those of the traced kernels (Linux
 * 6.1 on Xen 4.17): read-copy-update keeps the tick running until its grace periods have passed.
 */
export const linuxTick: KernelTick = {
  periodSeconds: 0.004,
  cpuSeconds: 44e-6,
  ticksAfterWork: 3,
}

/** Domain-0's kernel needed half as much CPU time. */
export const linuxDomain0Tick: KernelTick = { ...linuxTick, cpuSeconds: 22e-6 }

/**
 * Bursts of CPU work that no request waits for: regular ones, or those recorded window by window.
 */
export type Background = RegularWork | { windows: RecordedWork[] }

interface RegularWork {
  /** CPU seconds per second. */
  utilisation: number
  /** Mean time between two bursts. Default 1, the sampling interval of xentop and xenmon. */
  periodSeconds?: number
  /** Default `periodic`, with a phase drawn from the seed. */
  timing?: 'periodic' | 'poisson'
}

/** One burst of this CPU time at some moment of the window. Windows must be in ascending order. */
export interface RecordedWork {
  startSeconds: number
  endSeconds: number
  cpuSeconds: number
}

export interface TwinGuest extends TwinDomain {
  load?: GuestLoad
}

export interface GuestLoad {
  arrivals: Arrivals
  /** CPU seconds in the guest from the accepted request to the written answer. */
  serviceTime: ServiceTime
  /**
   * `processor-sharing`, the default: at most `workers` requests (default 256) share the guest's
   * vCPUs evenly, the rest wait in order of arrival. `time-sharing`: the same, in turns as in
   * Linux. `fifo`: one request per vCPU, in order of arrival.
   */
  discipline?: 'processor-sharing' | 'time-sharing' | 'fifo'
  workers?: number
  /**
   * Limit on the sender's unanswered requests, like TCP's window: a request that falls due beyond
   * it is not sent. Default: no limit.
   */
  outstanding?: number
  /**
   * The path of a request through the domains. Default: the service alone. See `request-path.ts`.
   */
  path?: RequestLeg[]
}

export interface DomainChange {
  atSeconds: number
  domain: string
  weight?: number
  cap?: number
}

/** From one instant of simulated time to a later one. */
export interface TwinSpan {
  fromSeconds: number
  toSeconds: number
}

export interface TwinOptions {
  /** Equal seeds give equal results, bit for bit. */
  seed: number
  /** Simulated time with arrivals, warm-up included. */
  horizonSeconds: number
  /** Simulated time before anything is counted. Default 0. */
  warmupSeconds?: number
  /** Boundaries between reporting windows, from warm-up to horizon. */
  boundariesSeconds?: number[]
  /** Stretches of whole reporting windows whose requests are also reported together. */
  spans?: TwinSpan[]
  /**
   * false: reporting windows have run states but no requests, which saves the memory of their
   * histograms. Default true.
   */
  windowResponses?: boolean
  /** How long after the horizon unfinished requests are still followed. Default 0. */
  drainSeconds?: number
  /** Response times at which the distribution function is evaluated. */
  cdfAtSeconds?: number[]
  /** Called at intervals with the completed fraction of the horizon. */
  onProgress?: (fraction: number) => void
  /** Called at intervals; returning `true` ends the run with a TwinError `stopped`. */
  shouldStop?: () => boolean
}
