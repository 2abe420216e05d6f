/**
 * How many threads (or processes) a load balancer should run to use the idle pCPUs (paper 2): one,
 * and one more for each idle pCPU. By section 2.3 the load balancer detects concentrated I/O and
 * tells the scheduler. The paper gives no protocol, no threshold for "concentrated I/O" and no rule
 * against flapping; what is inferred here is marked so.
 */

/**
 * A reading of the host, or of the load balancer's cpupool. In pCPUs, averaged over the reading.
 */
export interface IdleReading {
  idlePCpus: number
  /** pCPUs that the load balancer's own domain used. */
  ownPCpus: number
  /** Null without a fresh report; the CPU use then stands for the I/O. */
  report: OwnReport | null
}

/** What the load balancer measured of itself. */
export interface OwnReport {
  /** The share of the time in which its threads were busy, 0 to 1, averaged over them. */
  busyShare: number
  /** Requests that wait because the servers behind the load balancer take no more. */
  queuedRequests: number
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

interface AdvicePolicy {
  /** Consecutive readings that must ask for more threads before the number is raised. */
  raiseAfter: number
  /**
   * Consecutive readings that must ask for fewer. Larger, because a neighbour's burst should not
   * cost a reload.
   */
  lowerAfter: number
  /**
   * A further thread needs this share of a pCPU to be idle. On a real Xen host with half an idle
   * pCPU, two answered 1.5 and 2 times as many requests as one (research/experiments, paper2).
   */
  idleToRaise: number
  /** A thread stays while this share of its pCPU is idle or used by the load balancer. */
  idleToStay: number
  /**
   * I/O counts as concentrated while the threads are busy for this share of the time, by the load
   * balancer's report, or else while it uses this share of a pCPU per thread.
   */
  concentrated: number
  /** Threads that are busy for this share of the time cannot keep up with their requests. */
  saturated: number
}

/** All of these are inferred: the paper has no numbers here. */
export const advicePolicy: AdvicePolicy = {
  raiseAfter: 3,
  lowerAfter: 6,
  idleToRaise: 0.4,
  idleToStay: 0.2,
  concentrated: 0.5,
  saturated: 0.9,
}

export type AdviceReason =
  | 'raised'
  | 'lowered'
  | 'limited'
  | 'rising'
  | 'falling'
  | Obstacle
  | 'no-idle-pcpu'
  | 'at-limit'
  | 'steady'

/** What keeps further threads from helping, whatever is idle. */
type Obstacle = 'no-concentrated-io' | 'servers-short'

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
  const obstacle = obstacleFor(reading, state.threads, policy)
  if (wanted > state.threads && state.threads < limit && !obstacle) {
    return raise(state, Math.min(wanted, limit), policy)
  }
  return { state: adviceAt(state.threads), reason: whyNot(state, wanted, limit, obstacle) }
}

function limitOf({ vCpus, kneeProcesses }: ThreadLimits): number {
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

/**
 * Null while I/O is concentrated in the load balancer. Requests queue only at servers that have
 * reached their limit. While its threads have time left, these servers are short, and more threads
 * would take CPU from them. Saturated threads can themselves cause the queue, because a server's
 * place stays taken until they pass its answer on.
 */
function obstacleFor(
  { ownPCpus, report }: IdleReading,
  threads: number,
  { concentrated, saturated }: AdvicePolicy,
): Obstacle | null {
  if (!report) return ownPCpus >= concentrated * threads ? null : 'no-concentrated-io'
  const { busyShare, queuedRequests } = report
  if (queuedRequests > 0) return busyShare >= saturated ? null : 'servers-short'
  return busyShare >= concentrated ? null : 'no-concentrated-io'
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

function whyNot(
  { threads }: AdviceState,
  wanted: number,
  limit: number,
  obstacle: Obstacle | null,
): AdviceReason {
  if (obstacle === 'servers-short') return obstacle
  if (wanted <= threads) return threads === 1 ? 'no-idle-pcpu' : 'steady'
  return threads >= limit ? 'at-limit' : 'no-concentrated-io'
}
