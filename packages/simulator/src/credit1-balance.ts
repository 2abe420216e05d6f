import { priority } from './credit1-accounts.ts'
import type { Credit1Profile } from './credit1-profile.ts'
import type { Host } from './host.ts'
import type { RunQueue } from './run-queue.ts'

/** Which pCPU a waker disturbs, and what an idle or poor pCPU takes from the queues of others. */
export class Credit1Balance {
  readonly #host: Host
  readonly #queues: RunQueue[]
  readonly #priorities: Int8Array
  readonly #intervalNs: number
  readonly #migrationDelayNs: number
  /** Idle and not yet asked to schedule. */
  readonly #idle: Uint8Array
  #idlers: number
  /** Running and queued vCPUs of each pCPU. */
  readonly #runnable: Int32Array
  readonly #lastTickled: Int32Array
  readonly #lastBalance: Float64Array
  /** The pCPU that was last stolen from: the search goes on after it. */
  #bias = 0
  readonly #leftAt: Float64Array
  /** The idle pCPU that a running vCPU shall go to, -1 for none. */
  readonly #kickedAway: Int32Array

  constructor(
    host: Host,
    queues: RunQueue[],
    priorities: Int8Array,
    profile: Credit1Profile,
    migrationDelayNs: number,
  ) {
    this.#host = host
    this.#queues = queues
    this.#priorities = priorities
    this.#intervalNs = profile.balanceIntervalNs
    this.#migrationDelayNs = migrationDelayNs
    this.#idle = new Uint8Array(host.pCpus).fill(1)
    this.#idlers = host.pCpus
    this.#runnable = new Int32Array(host.pCpus)
    this.#lastTickled = new Int32Array(host.pCpus)
    this.#lastBalance = new Float64Array(host.pCpus).fill(Number.NEGATIVE_INFINITY)
    this.#leftAt = new Float64Array(host.vCpus).fill(Number.NEGATIVE_INFINITY)
    this.#kickedAway = new Int32Array(host.vCpus).fill(-1)
  }

  countRunnable(p: number, change: number): void {
    this.#runnable[p]! += change
  }

  setIdle(p: number, idle: boolean): void {
    const value = idle ? 1 : 0
    this.#idlers += value - this.#idle[p]!
    this.#idle[p] = value
  }

  leftAt(v: number): void {
    this.#leftAt[v] = this.#host.clock[0]!
  }

  takeKickedAway(v: number): number {
    const target = this.#kickedAway[v]!
    this.#kickedAway[v] = -1
    return target
  }

  /** __runq_tickle: an idle pCPU, else the waker's own if it outranks who runs there. */
  tickle(v: number): void {
    const host = this.#host
    const p = host.processor[v]!
    const current = host.current[p]!
    const outranks = current < 0 || this.#priorities[v]! > this.#priorities[current]!
    if (current < 0 || (this.#idlers === 0 && outranks)) this.#wakeUp(p)
    else if (this.#idlers > 0) {
      const idler = this.#nextIdler(v, this.#lastTickled[p]!)
      if (idler >= 0) {
        this.#lastTickled[p] = idler
        this.#wakeUp(idler)
      } else if (outranks) {
        this.#kickedAway[current] = this.#nextIdler(current, p)
        this.#wakeUp(p)
      }
    }
  }

  /** _csched_cpu_pick at a tick: who runs while others wait behind it goes to an idle pCPU. */
  leaveCrowd(v: number): void {
    const p = this.#host.processor[v]!
    if (this.#idlers === 0 || this.#queues[p]!.size === 0) return
    const idler = this.#nextIdler(v, p)
    if (idler < 0) return
    this.#kickedAway[v] = idler
    this.#wakeUp(p)
  }

  #wakeUp(p: number): void {
    this.setIdle(p, false)
    this.#host.requestSchedule(p)
  }

  /** The idle pCPU after `start` that the vCPU may run on, -1 for none. */
  #nextIdler(v: number, start: number): number {
    const { pCpus } = this.#host
    for (let step = 1; step <= pCpus; step++) {
      const p = (start + step) % pCpus
      if (this.#idle[p] === 1 && this.#host.mayRun(v, p)) return p
    }
    return -1
  }

  /** The head of the pCPU's queue, or something better from elsewhere; -1 for nothing. */
  pick(p: number): number {
    const queue = this.#queues[p]!
    const head = queue.head()
    const rank = head < 0 ? priority.idle : this.#priorities[head]!
    if (rank <= priority.over && this.#mayBalance(p, head < 0)) {
      const stolen = this.#steal(p, rank)
      if (stolen >= 0) return stolen
    }
    if (head >= 0) queue.remove(head)
    return head
  }

  /** The interval of 4.18 holds while there is something to run; an idle pCPU always looks. */
  #mayBalance(p: number, idles: boolean): boolean {
    if (this.#host.pCpus === 1) return false
    if (idles) return true
    const now = this.#host.clock[0]!
    if (now - this.#lastBalance[p]! < this.#intervalNs) return false
    this.#lastBalance[p] = now
    return true
  }

  /** A waiting vCPU of strictly higher priority from a pCPU that has more than one to run. */
  #steal(p: number, rank: number): number {
    const { pCpus } = this.#host
    for (let step = 1; step <= pCpus; step++) {
      const peer = (this.#bias + step) % pCpus
      if (peer === p || this.#idle[peer] === 1 || this.#runnable[peer]! <= 1) continue
      const v = this.#stealFrom(peer, p, rank)
      if (v < 0) continue
      this.#bias = peer
      return v
    }
    return -1
  }

  #stealFrom(peer: number, p: number, rank: number): number {
    const queue = this.#queues[peer]!
    for (let index = 0; index < queue.size; index++) {
      const v = queue.items[index]!
      if (this.#priorities[v]! <= rank) return -1
      if (!this.#host.mayRun(v, p) || this.#isHot(v)) continue
      queue.remove(v)
      this.#runnable[peer]!--
      this.#runnable[p]!++
      this.#host.processor[v] = p
      return v
    }
    return -1
  }

  #isHot(v: number): boolean {
    return this.#host.clock[0]! - this.#leftAt[v]! < this.#migrationDelayNs
  }
}
