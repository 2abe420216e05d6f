/** Shares of the time of a step in which all vCPUs of a guest together were in a state; they add up to 1. */
export interface RunStateClasses {
  /** All run. */
  fullRun: number
  /** All wait for a pCPU. */
  fullContention: number
  /** Some run, and the others wait: what holds a lock may be among those. */
  concurrencyHazard: number
  /** All sleep. */
  blocked: number
  /** Some run, and the others sleep. */
  partialRun: number
  /** Some wait, and the others sleep. */
  partialContention: number
}

/** What a guest did over one step. Null is what was not recorded, or may not be believed. */
export interface RunStateSample {
  /** Unix time in seconds at which the step ended, on the clock of its host. */
  endsAt: number
  seconds: number
  /** pCPUs that it used: the sum over its vCPUs. */
  usedPCpus: number | null
  classes: RunStateClasses | null
  /** Share of the time in which at least one vCPU waited. */
  waitingShare: number | null
  /**
   * Between how many vCPUs waited in the mean, by the classes: exact for one and two vCPUs.
   * Multiplied by `seconds` it is the waiting time.
   */
  waitingVCpus: { least: number; most: number } | null
}

/**
 * What is missing, as a code:
 * - `no-address`: no pinned member has the address of the host
 * - `certificate-changed`, `unreachable`: nothing could be read there
 * - `not-live`: XAPI believes that the host is gone; nobody was asked
 * - `unreadable`: the host answers without a record that can be read
 * - `no-data`: the legend is full, and no row follows
 * - `another-step`: a coarser step than was asked for came; its samples are given all the same
 * - `not-recorded`: the run states of a guest are not switched on
 * - `lost`: samples of a guest were lost, and came as zeros
 * - `do-not-add-up`: the states of a step add up to too little or too much
 */
export type RunStateGap =
  | {
      code:
        | 'no-address'
        | 'certificate-changed'
        | 'unreachable'
        | 'not-live'
        | 'unreadable'
        | 'no-data'
    }
  | { code: 'another-step'; askedSeconds: number; stepSeconds: number }
  | { code: 'not-recorded'; guestUuid: string }
  | { code: 'lost' | 'do-not-add-up'; guestUuid: string; samples: number }

export interface GuestRunStates {
  uuid: string
  vCpus: number
  /** The oldest first. */
  samples: RunStateSample[]
}

/** What all pCPUs of a host together did over one step. */
export interface HostUseSample {
  /** Unix time in seconds at which the step ended, on the clock of the host. */
  endsAt: number
  seconds: number
  /** Null where a share was not recorded, or may not be believed. */
  usedPCpus: number | null
}

export interface HostRunStates {
  hostUuid: string
  stepSeconds: number | null
  /** When the newest step ended, on the clock of the host: where the next reading starts. */
  newestAt: number | null
  /** The oldest first. */
  use: HostUseSample[]
  /** Domain-0 among them. */
  guests: GuestRunStates[]
  gaps: RunStateGap[]
}
