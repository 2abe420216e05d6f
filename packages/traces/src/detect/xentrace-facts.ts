/** The facts about a whole trace, however long it is. */
export interface XentraceFacts {
  pCpus: number
  records: number
  lostRecords: number
  /** Number of changes of a vCPU between running, runnable, blocked and offline. */
  stateChanges: number
  /** Cycles from the first to the last time stamp. */
  cycles: number
  /**
   * Cycles per second, from Xen's own run times in the trace. Null when they do not determine it.
   */
  tscHz: number | null
  /** The scheduler's name in xl, from the scheduler's own events. Null when the trace has none. */
  scheduler: string | null
  /** Ids of the domains whose vCPUs changed state, without the idle domain's. */
  domainIds: number[]
  /**
   * Damage further on in the trace; the facts cover the part before it. Null when there is none.
   */
  damage: { message: string; byte: number | null; expected: string; fix: string } | null
}
