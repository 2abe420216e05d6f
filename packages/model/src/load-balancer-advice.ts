/**
 * How many threads (or processes) a load balancer should run so that it uses the pCPUs that are idle
 * (paper 2): one, and one more for each idle pCPU. The paper gives no protocol, no threshold for
 * "concentrated I/O" and no rule against flapping; what is inferred here is marked so.
 */

/** What was read of the host, or of the load balancer's cpupool. In pCPUs, mean over the reading. */
export interface IdleReading {
  idlePCpus: number
  /** What the load balancer's own domain used. */
  ownPCpus: number
}

/** What the number of threads never exceeds. */
export interface ThreadLimits {
  /** vCPUs of the load balancer's domain: more threads than that only take turns. */
  vCpus: number
  /** From measured throughputs (usl.ts), as far as known. */
  kneeProcesses: number | null
}

export interface AdviceState {
  threads: number
  /** How many readings in a row have asked for more, and the least that they asked for. */
  above: { readings: number; threads: number }
  /** How many readings in a row have asked for less, and the most that they left. */
  below: { readings: number; threads: number }
}

export interface AdvicePolicy {
  /** Readings in a row that must ask for more threads before there are more. */
  raiseAfter: number
  /** And for fewer. Larger: a burst of a neighbour should not cost a reload. */
  lowerAfter: number
  /** A further thread needs this share of a pCPU idle. */
  idleToRaise: number
  /** A thread stays while this share of its pCPU is idle or used by the load balancer. */
  idleToStay: number
  /** I/O counts as concentrated while the load balancer uses this share of a pCPU per thread. */
  concentrated: number
}

/** Inferred, all of it: the paper has no numbers here. */
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

/** So many threads, and no reading yet that asks for others. */
export function adviceAt(threads: number): AdviceState {
  return { threads, above: { readings: 0, threads: 0 }, below: { readings: 0, threads: 0 } }
}

/** One reading further. Pure: the same readings give the same advice. */
export function adviseThreads(
  state: AdviceState,
  reading: IdleReading,
  limits: ThreadLimits,
  policy: AdvicePolicy = advicePolicy,
): { state: AdviceState; reason: AdviceReason } {
  const limit = limitOf(limits)
  // More threads than the limit are wrong whatever the host does, so this waits for nothing.
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
 * before it took it, and is counted as idle; and while it uses less than one, the rest of that one is
 * not idle twice.
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
