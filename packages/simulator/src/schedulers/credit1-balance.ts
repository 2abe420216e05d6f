import type { Host } from '../host/host.ts'
import type { PCpu } from '../host/p-cpu.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { priority } from './credit1-accounts.ts'
import type { Credit1Profile } from './credit1-profile.ts'

/**
 * Selects the pCPU that a waking vCPU interrupts, and what a pCPU that is idle or has only
 * low-priority work takes from other queues.
 */
export class Credit1Balance {
  readonly #host: Host
  readonly #intervalNs: number
  readonly #migrationDelayNs: number
  #idlers: number
  /** By pCPU: the index of the pCPU most recently tickled for its waker. */
  readonly #lastTickled: Int32Array
  readonly #lastBalance: Float64Array
  /** The index of the pCPU most recently stolen from; the search continues after it. */
  #bias = 0

  constructor(host: Host, profile: Credit1Profile, migrationDelayNs: number) {
    this.#host = host
    this.#intervalNs = profile.balanceIntervalNs
    this.#migrationDelayNs = migrationDelayNs
    this.#idlers = host.pCpus.length
    this.#lastTickled = new Int32Array(host.pCpus.length)
    this.#lastBalance = new Float64Array(host.pCpus.length).fill(Number.NEGATIVE_INFINITY)
  }

  setIdle(p: PCpu, idle: boolean): void {
    if (p.idle === idle) return
    p.idle = idle
    this.#idlers += idle ? 1 : -1
  }

  /**
   * __runq_tickle: an idle pCPU, otherwise the waker's own if it outranks the vCPU running there.
   */
  tickle(v: VCpu): void {
    const p = v.processor
    const { current } = p
    const outranks = current === null || v.priority > current.priority
    if (current === null || (this.#idlers === 0 && outranks)) this.#wakeUp(p)
    else if (this.#idlers > 0) {
      const idler = this.#nextIdler(v, this.#lastTickled[p.index]!)
      if (idler !== null) {
        this.#lastTickled[p.index] = idler.index
        this.#wakeUp(idler)
      } else if (outranks) {
        current.meantFor = this.#nextIdler(current, p.index)
        this.#wakeUp(p)
      }
    }
  }

  /**
   * _csched_cpu_pick at a tick: a vCPU that runs while others wait behind it moves to an idle pCPU.
   */
  leaveCrowd(v: VCpu): void {
    const p = v.processor
    if (this.#idlers === 0 || p.queue.size === 0) return
    const idler = this.#nextIdler(v, p.index)
    if (idler === null) return
    v.meantFor = idler
    this.#wakeUp(p)
  }

  #wakeUp(p: PCpu): void {
    this.setIdle(p, false)
    this.#host.requestSchedule(p)
  }

  /** The next idle pCPU after index `start` that the vCPU may run on; null if there is none. */
  #nextIdler(v: VCpu, start: number): PCpu | null {
    const { pCpus } = this.#host
    for (let step = 1; step <= pCpus.length; step++) {
      const p = pCpus[(start + step) % pCpus.length]!
      if (p.idle && v.mayRun(p)) return p
    }
    return null
  }

  /**
   * The head of the pCPU's queue, or something better from another queue; null if there is nothing.
   */
  pick(p: PCpu): VCpu | null {
    const { queue } = p
    const head = queue.head()
    const rank = head === null ? priority.idle : head.priority
    if (rank <= priority.over && this.#mayBalance(p, head === null)) {
      const stolen = this.#steal(p, rank)
      if (stolen !== null) return stolen
    }
    if (head !== null) queue.remove(head)
    return head
  }

  /** The interval of 4.18 applies while there is something to run; an idle pCPU always looks. */
  #mayBalance(p: PCpu, idles: boolean): boolean {
    if (this.#host.pCpus.length === 1) return false
    if (idles) return true
    const { now } = this.#host
    if (now - this.#lastBalance[p.index]! < this.#intervalNs) return false
    this.#lastBalance[p.index] = now
    return true
  }

  /**
   * Takes a waiting vCPU of strictly higher priority from a pCPU that has more than one to run.
   */
  #steal(p: PCpu, rank: number): VCpu | null {
    const { pCpus } = this.#host
    for (let step = 1; step <= pCpus.length; step++) {
      const peer = pCpus[(this.#bias + step) % pCpus.length]!
      if (peer === p || peer.idle || peer.runnable <= 1) continue
      const v = this.#stealFrom(peer, p, rank)
      if (v === null) continue
      this.#bias = peer.index
      return v
    }
    return null
  }

  #stealFrom(peer: PCpu, p: PCpu, rank: number): VCpu | null {
    const { queue } = peer
    for (let index = 0; index < queue.size; index++) {
      const v = queue.items[index]!
      if (v.priority <= rank) return null
      if (!v.mayRun(p) || this.#isHot(v)) continue
      queue.remove(v)
      peer.runnable--
      p.runnable++
      v.processor = p
      return v
    }
    return null
  }

  #isHot(v: VCpu): boolean {
    return this.#host.now - v.leftAt < this.#migrationDelayNs
  }
}
