import type { Arrivals } from './arrivals.ts'
import type { BoostPolicy } from './boost-policy.ts'
import type { RequestLeg } from './request-path.ts'
import type { ServiceTime } from './service-time.ts'

/** What the twin is asked to play: plain data that can be cloned to a worker thread. */
export interface TwinConfig {
  pCpus: number
  scheduler: Credit1Options | Credit2Options | RtdsOptions
  /** Without it requests reach their guest at once and cost Domain-0 nothing. */
  domain0?: TwinDomain
  guests: TwinGuest[]
  /** Weights and caps that change while the twin runs, as the recorded host's did. */
  changes?: DomainChange[]
}

export interface Credit1Options {
  name: 'credit'
  /** `major.minor` decides which generation's rules hold. Default 4.17. */
  xenVersion?: string
  /** Longest uninterrupted run, and the accounting period. Default 0.03. */
  tsliceSeconds?: number
  /** No preemption earlier than this after a dispatch; 0 = off. Default 0.001, none before 4.2. */
  ratelimitSeconds?: number
  /** A vCPU that ran less than this ago is not stolen. Default 0. */
  migrationDelaySeconds?: number
  /**
   * RT-Credit, policy 1 (paper 3, section 2): in a runqueue a real-time vCPU goes behind the last
   * real-time one and ahead of the first other one of its priority. No released Xen does. Default false.
   */
  realTimeFirst?: boolean
  /** Default `wake`, as Xen does it. */
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

/** Global EDF over reservations; weights and caps mean nothing to it. See `TwinDomain.reservation`. */
export interface RtdsOptions {
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
  /** What RTDS gives each of its vCPUs. Default: 4 ms every 10 ms and extra time, as Xen. */
  reservation?: Reservation
  /** Jobs with deadlines; what makes a domain a real-time one. */
  realTime?: RealTimeWork
  /** Work beside requests, such as monitoring. */
  background?: Background
  /** How many of its vCPUs never stop computing. Default 0. */
  hogs?: number
  /** The kernel's timer tick. Default none; see `linuxTick`. */
  tick?: KernelTick
}

/** CPU time of a vCPU in each period under RTDS; what it does not use by the period's end is lost. */
export interface Reservation {
  periodSeconds: number
  /** At most the period. */
  budgetSeconds: number
  /**
   * Whether it may use time that no reservation wants, at the price that its own reservation is kept
   * less strictly, see `rtds.ts`. Default true.
   */
  extraTime?: boolean
}

/**
 * One task that releases a job every period: T(period, execution) of paper 3. A job's deadline is the
 * release of the next one; jobs are done in order, and one that is not done by its deadline is missed.
 */
export interface RealTimeWork {
  periodSeconds: number
  /** CPU time of a job. */
  executionSeconds: number
  /**
   * A missed job is given up at the end of the unit of this length in which its deadline passes: the
   * task looks at the clock between units. Default: none, and a missed job is finished late, so that
   * a task which gets too little falls behind further and further.
   */
  unitSeconds?: number
  /** When the first job is released, less than a period. Default: drawn from the seed. */
  firstReleaseSeconds?: number
}

/**
 * A vCPU that has blocked is woken by its kernel's timer for some ticks more, until the kernel stops
 * it: short runs that nobody asked for, boosted like any wake-up. (Ticks while it runs are part of the
 * work.)
 */
export interface KernelTick {
  periodSeconds: number
  cpuSeconds: number
  /** Ticks after the last work. Default 1. */
  ticksAfterWork?: number
}

/** What Xen takes where nobody has set anything. */
export const xenDefaults = {
  tsliceSeconds: 0.03,
  ratelimitSeconds: 0.001,
  /** Of credit2. */
  capPeriodSeconds: 0.01,
  /** Of RTDS, for each vCPU. */
  reservation: { periodSeconds: 0.01, budgetSeconds: 0.004 } as Reservation,
}

/**
 * CONFIG_HZ=250 of the distributions. Cost and number are what the traced kernels (Linux 6.1 on
 * Xen 4.17) needed: read-copy-update keeps the tick alive until its grace periods have passed.
 */
export const linuxTick: KernelTick = {
  periodSeconds: 0.004,
  cpuSeconds: 44e-6,
  ticksAfterWork: 3,
}

/** Domain-0's kernel needed half as much. */
export const linuxDomain0Tick: KernelTick = { ...linuxTick, cpuSeconds: 22e-6 }

/** Bursts of CPU work that nobody waits for: regular ones, or what was recorded window by window. */
export type Background = RegularWork | { windows: RecordedWork[] }

export interface RegularWork {
  /** CPU seconds per second. */
  utilisation: number
  /** Mean time between two bursts. Default 1, as xentop and xenmon sample. */
  periodSeconds?: number
  /** Default `periodic`, with a phase drawn from the seed. */
  timing?: 'periodic' | 'poisson'
}

/** One burst of so much CPU time at some moment of the window. Windows ascend. */
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
   * `processor-sharing`, the default: at most `workers` requests (default 256) share the guest's vCPUs
   * evenly, the rest wait in order of arrival. `time-sharing`: the same, in turns as Linux gives them.
   * `fifo`: one request per vCPU, in order of arrival.
   */
  discipline?: 'processor-sharing' | 'time-sharing' | 'fifo'
  workers?: number
  /**
   * Requests without an answer that the sender allows itself, as TCP's window does: one that falls due
   * beyond that is not sent. Default: any number.
   */
  outstanding?: number
  /** Through which hands a request goes. Default: the service alone. See `request-path.ts`. */
  path?: RequestLeg[]
}

export interface DomainChange {
  atSeconds: number
  domain: string
  weight?: number
  cap?: number
}

export interface TwinOptions {
  /** Equal seeds give equal results, bit for bit. */
  seed: number
  /** Simulated time with arrivals, warm-up included. */
  horizonSeconds: number
  /** Simulated time before anything is counted. Default 0. */
  warmupSeconds?: number
  /** Where one reporting window ends and the next begins, between warm-up and horizon. */
  boundariesSeconds?: number[]
  /**
   * false: reporting windows tell where the time went and have no requests, which then weigh as little
   * as without boundaries. Default true.
   */
  windowResponses?: boolean
  /** How long after the horizon requests that are under way are still followed. Default 0. */
  drainSeconds?: number
  /** Response times at which the distribution function is asked for. */
  cdfAtSeconds?: number[]
  /** Called now and then with the fraction of the horizon that is done. */
  onProgress?: (fraction: number) => void
  /** Asked now and then; `true` ends the run with a TwinError `stopped`. */
  shouldStop?: () => boolean
}
