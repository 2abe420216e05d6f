import { type TwinDomain, xenDefaults } from '../config/twin-config.ts'
import type { Domain } from '../host/domain.ts'
import type { Host } from '../host/host.ts'
import type { PCpu } from '../host/p-cpu.ts'
import { RunQueue } from '../host/run-queue.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { runState } from '../run-state.ts'
import { nanoseconds } from '../units.ts'
import type { Machine, Scheduler } from './scheduler.ts'

const REPLENISHMENT = 0

/**
 * Xen's RTDS: every vCPU is a deferrable server, whose budget is replenished each period, retained
 * while it is idle and lost at the period's end, which is its deadline. One runqueue for all pCPUs,
 * ordered by level and deadline: global EDF.
 *
 * Without budget a vCPU waits for its next period or, with extra time, drops a level and gets a new
 * budget. A vCPU is not preempted by an equal deadline, nor by a vCPU with extra time whose next
 * period finds it queued: Xen lets that one wait until another vCPU's budget ends, so reservations
 * are strict only without extra time.
 */
export class Rtds implements Scheduler {
  readonly #host: Host
  readonly #machine: Machine
  readonly #queue: RunQueue
  /** By vCPU. */
  readonly #periodNs: Float64Array
  readonly #budgetNs: Float64Array
  readonly #hasExtraTime: Uint8Array
  readonly #deadline: Float64Array
  readonly #leftNs: Float64Array
  readonly #level: Float64Array
  #timerAt = Number.POSITIVE_INFINITY

  constructor(host: Host, machine: Machine, domains: TwinDomain[]) {
    this.#host = host
    this.#machine = machine
    this.#queue = new RunQueue()
    const of = ({ domain }: VCpu) => domains[domain.index]!.reservation ?? xenDefaults.reservation
    this.#periodNs = Float64Array.from(host.vCpus, (v) => nanoseconds(of(v).periodSeconds))
    this.#budgetNs = Float64Array.from(host.vCpus, (v) => nanoseconds(of(v).budgetSeconds))
    this.#hasExtraTime = Uint8Array.from(host.vCpus, (v) => Number(of(v).extraTime ?? true))
    this.#deadline = new Float64Array(host.vCpus.length)
    this.#leftNs = new Float64Array(host.vCpus.length)
    this.#level = new Float64Array(host.vCpus.length)
  }

  /** Whether a has the higher priority. */
  #outranks(a: VCpu, b: VCpu): boolean {
    const levels = this.#level[b.index]! - this.#level[a.index]!
    return levels === 0 ? this.#deadline[a.index]! < this.#deadline[b.index]! : levels > 0
  }

  /** rt_update_deadline: starts the period that contains `now`, with its full budget. */
  #startPeriod(v: VCpu): void {
    const { now } = this.#host
    const periods = Math.floor((now - this.#deadline[v.index]!) / this.#periodNs[v.index]!) + 1
    this.#deadline[v.index]! += periods * this.#periodNs[v.index]!
    this.#leftNs[v.index] = this.#budgetNs[v.index]!
    this.#level[v.index] = 0
    v.burnFrom = now
  }

  #burn(v: VCpu): void {
    const { now } = this.#host
    this.#leftNs[v.index]! -= now - v.burnFrom
    v.burnFrom = now
    if (this.#leftNs[v.index]! > 0) return
    this.#leftNs[v.index] = 0
    if (this.#hasExtraTime[v.index] === 0) return
    this.#level[v.index]!++
    this.#leftNs[v.index] = this.#budgetNs[v.index]!
  }

  wake(v: VCpu): void {
    if (this.#host.now >= this.#deadline[v.index]!) this.#startPeriod(v)
    this.#replenishAt(Math.min(this.#timerAt, this.#deadline[v.index]!))
    if (this.#leftNs[v.index] === 0) {
      v.held = true
      this.#host.changeState(v, runState.parked)
      return
    }
    this.#insert(v)
    this.#tickle(v)
  }

  #replenishAt(time: number): void {
    if (time === this.#timerAt) return
    this.#timerAt = time
    this.#machine.setTimer(REPLENISHMENT, time)
  }

  /** First come, first served among equals. */
  #insert(v: VCpu): void {
    const { items, size } = this.#queue
    let position = size
    while (position > 0 && this.#outranks(v, items[position - 1]!)) position--
    this.#queue.insert(position, v)
  }

  /**
   * runq_tickle: an idle pCPU, its own first, otherwise the one whose vCPU has the lowest priority.
   */
  #tickle(v: VCpu): void {
    const { pCpus } = this.#host
    let lowest: VCpu | null = null
    for (let step = 0; step < pCpus.length; step++) {
      const p = pCpus[(v.processor.index + step) % pCpus.length]!
      if (p.tickled || !v.mayRun(p)) continue
      const { current } = p
      if (current === null) {
        this.#wakeUp(p)
        return
      }
      if (lowest === null || this.#outranks(lowest, current)) lowest = current
    }
    if (lowest !== null && this.#outranks(v, lowest)) this.#wakeUp(lowest.processor)
  }

  #wakeUp(p: PCpu): void {
    p.tickled = true
    this.#host.requestSchedule(p)
  }

  schedule(p: PCpu, current: VCpu | null, runnable: boolean): VCpu | null {
    const host = this.#host
    p.tickled = false
    if (current !== null) this.#burn(current)
    let next = this.#first(p)
    if (current !== null && runnable) {
      if (this.#leftNs[current.index] === 0) current.held = true
      // As in Xen: when its pCPU schedules, a vCPU yields to one with the same deadline.
      else if (next === null || this.#outranks(current, next)) next = current
    }
    if (next === null) {
      p.sliceEnds = Number.POSITIVE_INFINITY
      return next
    }
    if (next !== current) {
      this.#queue.remove(next)
      next.processor = p
      next.burnFrom = host.now
    }
    p.sliceEnds = host.now + this.#leftNs[next.index]!
    return next
  }

  /** The first in the queue that may run on the pCPU; null if there is none. */
  #first(p: PCpu): VCpu | null {
    const { items, size } = this.#queue
    for (let index = 0; index < size; index++) {
      if (items[index]!.mayRun(p)) return items[index]!
    }
    return null
  }

  left(previous: VCpu): void {
    if (previous.state !== runState.preempted) return
    this.#insert(previous)
    this.#tickle(previous)
  }

  /** Starts new periods for all that are due; a blocked vCPU gets one when it wakes. */
  timerFired(): void {
    const host = this.#host
    const due: VCpu[] = []
    let next = Number.POSITIVE_INFINITY
    for (const v of host.vCpus) {
      if (v.state === runState.blocked) continue
      if (this.#deadline[v.index]! <= host.now) {
        if (this.#isQueued(v)) this.#queue.remove(v)
        this.#startPeriod(v)
        due.push(v)
      }
      next = Math.min(next, this.#deadline[v.index]!)
    }
    this.#timerAt = next
    this.#machine.setTimer(REPLENISHMENT, next)
    for (const v of due) if (this.#isQueued(v)) this.#insert(v)
    for (const v of due) {
      if (v.state === runState.running) this.#challenge(v)
      else if (v.held) this.#machine.release(v)
    }
  }

  #isQueued(v: VCpu): boolean {
    const { state } = v
    return state === runState.woken || state === runState.preempted
  }

  /** A running vCPU's deadline has moved back, so the first in the queue may now be earlier. */
  #challenge(v: VCpu): void {
    const head = this.#queue.head()
    if (head !== null && this.#outranks(head, v)) this.#tickle(head)
  }

  dequeue(v: VCpu): void {
    this.#queue.remove(v)
  }

  parametersChanged(_domain: Domain): void {}
}
