import type { Host } from './host.ts'
import { RunQueue } from './run-queue.ts'
import { runState } from './run-state.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { type TwinDomain, xenDefaults } from './twin-config.ts'
import { nanoseconds } from './units.ts'

const replenishment = 0

/**
 * Xen's RTDS: every vCPU is a deferrable server, whose budget is filled up each period, kept while it
 * is idle and lost at the period's end, which is its deadline. One runqueue for all pCPUs, ordered by
 * level and deadline: global EDF. Without budget a vCPU waits for its next period, or, with extra time,
 * goes down a level and gets its budget anew. A deadline equal to a running vCPU's does not disturb it,
 * and neither does a vCPU with extra time whose next period finds it queued: Xen lets it wait until
 * somebody else's budget ends, so that reservations are kept strictly only without extra time.
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
  readonly #burnFrom: Float64Array
  /** Asked to schedule and not yet done so. */
  readonly #tickled: Uint8Array
  #timerAt = Number.POSITIVE_INFINITY

  constructor(host: Host, machine: Machine, domains: TwinDomain[]) {
    this.#host = host
    this.#machine = machine
    this.#queue = new RunQueue(host.vCpus)
    const of = (d: number) => domains[d]!.reservation ?? xenDefaults.reservation
    this.#periodNs = Float64Array.from(host.domainOf, (d) => nanoseconds(of(d).periodSeconds))
    this.#budgetNs = Float64Array.from(host.domainOf, (d) => nanoseconds(of(d).budgetSeconds))
    this.#hasExtraTime = Uint8Array.from(host.domainOf, (d) => Number(of(d).extraTime ?? true))
    this.#deadline = new Float64Array(host.vCpus)
    this.#leftNs = new Float64Array(host.vCpus)
    this.#level = new Float64Array(host.vCpus)
    this.#burnFrom = new Float64Array(host.vCpus)
    this.#tickled = new Uint8Array(host.pCpus)
  }

  /** Whether a has the higher priority. */
  #outranks(a: number, b: number): boolean {
    const levels = this.#level[b]! - this.#level[a]!
    return levels === 0 ? this.#deadline[a]! < this.#deadline[b]! : levels > 0
  }

  /** rt_update_deadline: the period that `now` is in, with all of its budget. */
  #startPeriod(v: number): void {
    const now = this.#host.clock[0]!
    const periods = Math.floor((now - this.#deadline[v]!) / this.#periodNs[v]!) + 1
    this.#deadline[v]! += periods * this.#periodNs[v]!
    this.#leftNs[v] = this.#budgetNs[v]!
    this.#level[v] = 0
    this.#burnFrom[v] = now
  }

  #burn(v: number): void {
    const now = this.#host.clock[0]!
    this.#leftNs[v]! -= now - this.#burnFrom[v]!
    this.#burnFrom[v] = now
    if (this.#leftNs[v]! > 0) return
    this.#leftNs[v] = 0
    if (this.#hasExtraTime[v] === 0) return
    this.#level[v]!++
    this.#leftNs[v] = this.#budgetNs[v]!
  }

  wake(v: number): void {
    if (this.#host.clock[0]! >= this.#deadline[v]!) this.#startPeriod(v)
    this.#replenishAt(Math.min(this.#timerAt, this.#deadline[v]!))
    if (this.#leftNs[v] === 0) {
      this.#host.held[v] = 1
      this.#host.changeState(v, runState.parked)
      return
    }
    this.#insert(v)
    this.#tickle(v)
  }

  #replenishAt(time: number): void {
    if (time === this.#timerAt) return
    this.#timerAt = time
    this.#machine.setTimer(replenishment, time)
  }

  /** First come, first served among equals. */
  #insert(v: number): void {
    const { items, size } = this.#queue
    let position = size
    while (position > 0 && this.#outranks(v, items[position - 1]!)) position--
    this.#queue.insert(position, v)
  }

  /** runq_tickle: an idle pCPU, its own first, else the one whose vCPU has the lowest priority. */
  #tickle(v: number): void {
    const host = this.#host
    let lowest = -1
    for (let step = 0; step < host.pCpus; step++) {
      const p = (host.processor[v]! + step) % host.pCpus
      if (this.#tickled[p] === 1 || !host.mayRun(v, p)) continue
      const current = host.current[p]!
      if (current < 0) {
        this.#wakeUp(p)
        return
      }
      if (lowest < 0 || this.#outranks(host.current[lowest]!, current)) lowest = p
    }
    if (lowest >= 0 && this.#outranks(v, host.current[lowest]!)) this.#wakeUp(lowest)
  }

  #wakeUp(p: number): void {
    this.#tickled[p] = 1
    this.#host.requestSchedule(p)
  }

  schedule(p: number, current: number, runnable: boolean): number {
    const host = this.#host
    this.#tickled[p] = 0
    if (current >= 0) this.#burn(current)
    const goesOn = current >= 0 && runnable && this.#leftNs[current]! > 0
    if (runnable && current >= 0 && !goesOn) host.held[current] = 1
    let next = this.#first(p)
    // As in Xen: asked to schedule, a vCPU gives way to one of the same deadline.
    if (goesOn && (next < 0 || this.#outranks(current, next))) next = current
    if (next < 0) {
      host.sliceEnds[p] = Number.POSITIVE_INFINITY
      return next
    }
    if (next !== current) {
      this.#queue.remove(next)
      host.processor[next] = p
      this.#burnFrom[next] = host.clock[0]!
    }
    host.sliceEnds[p] = host.clock[0]! + this.#leftNs[next]!
    return next
  }

  /** The first in the queue that may run on the pCPU, -1 for none. */
  #first(p: number): number {
    const { items, size } = this.#queue
    for (let index = 0; index < size; index++) {
      if (this.#host.mayRun(items[index]!, p)) return items[index]!
    }
    return -1
  }

  switched(_pCpu: number, previous: number): void {
    if (previous < 0 || this.#host.state[previous] !== runState.preempted) return
    this.#insert(previous)
    this.#tickle(previous)
  }

  /** New periods for all that are due; who is blocked gets one when it wakes. */
  timerFired(): void {
    const host = this.#host
    const due: number[] = []
    let next = Number.POSITIVE_INFINITY
    for (let v = 0; v < host.vCpus; v++) {
      if (host.state[v] === runState.blocked) continue
      if (this.#deadline[v]! <= host.clock[0]!) {
        if (this.#isQueued(v)) this.#queue.remove(v)
        this.#startPeriod(v)
        due.push(v)
      }
      next = Math.min(next, this.#deadline[v]!)
    }
    this.#timerAt = next
    this.#machine.setTimer(replenishment, next)
    for (const v of due) if (this.#isQueued(v)) this.#insert(v)
    for (const v of due) {
      if (host.state[v] === runState.running) this.#challenge(v)
      else if (host.held[v] === 1) this.#machine.release(v)
    }
  }

  #isQueued(v: number): boolean {
    const state = this.#host.state[v]
    return state === runState.woken || state === runState.preempted
  }

  /** A running vCPU's deadline has moved away: the first in the queue may be nearer now. */
  #challenge(v: number): void {
    const head = this.#queue.head()
    if (head >= 0 && this.#outranks(head, v)) this.#tickle(head)
  }

  dequeue(v: number): void {
    this.#queue.remove(v)
  }

  parametersChanged(_domain: number): void {}
}
