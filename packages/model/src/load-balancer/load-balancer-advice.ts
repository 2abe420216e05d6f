/**
 * How many threads (or processes) a load balancer should run to use the idle pCPUs (paper 2): one,
 * and one more for each idle pCPU. The paper gives no protocol, no threshold for "concentrated I/O"
 * and no rule against flapping; what is inferred here is marked so.
 */

/**
 * A reading of the host, or of the load balancer's cpupool. In pCPUs, averaged over the reading.
 */
export interface IdleReading {
  idlePCpus: number
  /** pCPUs that the load balancer's own domain used. */
  ownPCpus: number
}

/** Upper limits on the number of threads. */
export interface ThreadLimits {
  /** vCPUs of the load balancer's domain: further threads would only take turns on them. */
  vCpus: number
  /** Limit from measured throughputs (usl.ts); null when unknown. */
  kneeProcesses: number | null
}

export interface AdviceState {
  threads: number
  /** Consecutive readings that asked for more, and the least that they asked for. */
  above: { readings: number; threads: number }
  /** Consecutive readings that asked for fewer, and the most that they left. */
  below: { readings: number; threads: number }
}

export interface AdvicePolicy {
  /** Consecutive readings that must ask for more threads before the number is raised. */
  raiseAfter: number
  /**
   * Consecutive readings that must ask for fewer. Larger, because a neighbour's burst should not
   * cost a reload.
   */
  lowerAfter: number
  /** A further thread needs this share of a pCPU to be idle. */
  idleToRaise: number
  /** A thread stays while this share of its pCPU is idle or used by the load balancer. */
  idleToStay: number
  /** I/O counts as concentrated while the load balancer uses this share of a pCPU per thread. */
  concentrated: number
}

/** All of these are inferred: the paper has no numbers here. */
export const advicePolicy: AdvicePolicy = {
  raiseAfter: 3,
  lowerAfter: 6,
  idleToRaise: 0.8,
  idleToStay: 0.5,
  concentrated: 0.5,
}

export type AdviceReason =
  | 'raised'
  | 'lowered'
  | 'limited'
  | 'rising'
  | 'falling'
  | 'no-concentrated-io'
  | 'no-idle-pcpu'
  | 'at-limit'
  | 'steady'

/** The state with this many threads and no reading yet that asks for a change. */
export function adviceAt(threads: number): AdviceState {
  return { threads, above: { readings: 0, threads: 0 }, below: { readings: 0, threads: 0 } }
}

/** Applies one more reading. Pure: the same readings give the same advice. */
export function adviseThreads(
  state: AdviceState,
  reading: IdleReading,
  limits: ThreadLimits,
  policy: AdvicePolicy = advicePolicy,
): { state: AdviceState; reason: AdviceReason } {
  const limit = limitOf(limits)
  // Exceeding the limit is wrong whatever the host does, so this applies without waiting.
  if (state.threads > limit) return { state: adviceAt(limit), reason: 'limited' }
  const wanted = threadsFor(reading, policy.idleToRaise)
  const left = threadsFor(reading, policy.idleToStay)
  if (left < state.threads) return lower(state, left, policy)
  const busy = reading.ownPCpus >= policy.concentrated * state.threads
  if (wanted > state.threads && state.threads < limit && busy) {
    return raise(state, Math.min(wanted, limit), policy)
  }
  return { state: adviceAt(state.threads), reason: whyNot(state, wanted, limit) }
}

export function limitOf({ vCpus, kneeProcesses }: ThreadLimits): number {
  return Math.max(1, Math.min(vCpus, kneeProcesses ?? vCpus))
}

/**
 * One, and one more for each idle pCPU. What the load balancer uses beyond its first pCPU was idle
 * before, so it counts as idle; while it uses less than one pCPU, the remainder of that pCPU does
 * not count twice.
 */
function threadsFor({ idlePCpus, ownPCpus }: IdleReading, neededShare: number): number {
  const beyondFirst = Math.max(0, idlePCpus + ownPCpus - 1)
  return 1 + Math.floor(beyondFirst + (1 - neededShare) + 1e-9)
}

function raise(state: AdviceState, threads: number, { raiseAfter }: AdvicePolicy) {
  const above = {
    readings: state.above.readings + 1,
    threads: state.above.readings === 0 ? threads : Math.min(threads, state.above.threads),
  }
  if (above.readings >= raiseAfter) {
    return { state: adviceAt(above.threads), reason: 'raised' as const }
  }
  return { state: { ...adviceAt(state.threads), above }, reason: 'rising' as const }
}

function lower(state: AdviceState, threads: number, { lowerAfter }: AdvicePolicy) {
  const below = {
    readings: state.below.readings + 1,
    threads: Math.max(threads, state.below.threads),
  }
  if (below.readings >= lowerAfter) {
    return { state: adviceAt(below.threads), reason: 'lowered' as const }
  }
  return { state: { ...adviceAt(state.threads), below }, reason: 'falling' as const }
}

function whyNot({ threads }: AdviceState, wanted: number, limit: number): AdviceReason {
  if (wanted <= threads) return threads === 1 ? 'no-idle-pcpu' : 'steady'
  return threads >= limit ? 'at-limit' : 'no-concentrated-io'
}
