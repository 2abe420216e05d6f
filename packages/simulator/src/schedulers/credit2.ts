import { type Credit2Options, xenDefaults } from '../config/twin-config.ts'
import type { Domain } from '../host/domain.ts'
import type { Host } from '../host/host.ts'
import type { PCpu } from '../host/p-cpu.ts'
import { RunQueue } from '../host/run-queue.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { runState } from '../run-state.ts'
import { microsecond, millisecond, nanoseconds } from '../units.ts'
import { Credit2Caps } from './credit2-caps.ts'
import { Credit2Credits, MIGRATION_COMPENSATION, MIGRATION_RESISTANCE } from './credit2-credits.ts'
import type { Machine, Scheduler } from './scheduler.ts'

const MIN_TIMER_NS = 500 * microsecond
const MAX_TIMER_NS = 10 * millisecond
/** A vCPU within this much of the ratelimit may already be preempted. */
const TICKLE_TOLERANCE_NS = 50 * microsecond

/**
 * Xen's credit2: the pCPUs of a socket share a runqueue ordered by credit. There is no boost: a
 * waking vCPU preempts the one with the least credit once that has run for the ratelimit. When the
 * best credit is used up, all vCPUs are topped up.
 */
export class Credit2 implements Scheduler {
  readonly #host: Host
  readonly #credits: Credit2Credits
  readonly #caps: Credit2Caps
  readonly #ratelimitNs: number
  readonly #queues: RunQueue[]
  readonly #queueOfPCpu: number[]
  /** The runqueue that each vCPU belongs to. */
  readonly #queueOf: number[]

  constructor(host: Host, machine: Machine, options: Credit2Options) {
    this.#host = host
    this.#ratelimitNs = nanoseconds(options.ratelimitSeconds ?? xenDefaults.ratelimitSeconds)
    this.#credits = new Credit2Credits(host)
    this.#caps = new Credit2Caps(
      host,
      machine,
      nanoseconds(options.capPeriodSeconds ?? xenDefaults.capPeriodSeconds),
    )
    const perQueue = options.pCpusPerRunqueue ?? 16
    this.#queueOfPCpu = host.pCpus.map(({ index }) => Math.floor(index / perQueue))
    this.#queues = Array.from(
      { length: Math.ceil(host.pCpus.length / perQueue) },
      () => new RunQueue(),
    )
    this.#queueOf = host.vCpus.map(({ processor }) => this.#queueOfPCpu[processor.index]!)
  }

  wake(v: VCpu): void {
    this.#insert(v)
    this.#tickle(v)
  }

  /** By credit, the highest first; first come, first served among equals. */
  #insert(v: VCpu): void {
    const queue = this.#queues[this.#queueOf[v.index]!]!
    let position = queue.size
    while (position > 0 && queue.items[position - 1]!.credit < v.credit) position--
    queue.insert(position, v)
  }

  dequeue(v: VCpu): void {
    this.#queues[this.#queueOf[v.index]!]!.remove(v)
  }

  #burn(v: VCpu): void {
    this.#caps.use(v, this.#credits.burn(v))
  }

  /**
   * runq_tickle: its own pCPU if idle, another idle one, otherwise that of the vCPU with the least
   * credit.
   */
  #tickle(v: VCpu): void {
    const { pCpus } = this.#host
    const own = v.processor.index
    for (let step = 0; step < pCpus.length; step++) {
      const p = pCpus[(own + step) % pCpus.length]!
      if (p.idle && this.#mayTickle(v, p)) {
        this.#wakeUp(v, p)
        return
      }
    }
    let best: PCpu | null = null
    let bestScore = 0
    for (let step = 0; step < pCpus.length; step++) {
      const p = pCpus[(own + step) % pCpus.length]!
      if (p.idle || !this.#mayTickle(v, p)) continue
      const score = this.#score(v, p)
      if (score <= bestScore) continue
      best = p
      bestScore = score
      if (step === 0) break
    }
    if (best !== null) this.#wakeUp(v, best)
  }

  #mayTickle(v: VCpu, p: PCpu): boolean {
    return !p.tickled && this.#queueOfPCpu[p.index] === this.#queueOf[v.index] && v.mayRun(p)
  }

  /**
   * How much more credit the vCPU has than the one running there; not positive when it may not
   * preempt.
   */
  #score(v: VCpu, p: PCpu): number {
    const { now } = this.#host
    const { current } = p
    if (current === null) return -1
    const ran = now - current.since
    if (this.#ratelimitNs > 0 && ran <= this.#ratelimitNs - TICKLE_TOLERANCE_NS) return -1
    this.#burn(current)
    const lead = v.credit - current.credit
    return v.processor === p ? lead : lead - MIGRATION_RESISTANCE
  }

  #wakeUp(v: VCpu, p: PCpu): void {
    p.tickled = true
    v.meantFor = p
    this.#host.requestSchedule(p)
  }

  schedule(p: PCpu, current: VCpu | null, runnable: boolean): VCpu | null {
    p.tickled = false
    let incumbent = runnable ? current : null
    if (current !== null) {
      this.#burn(current)
      if (incumbent !== null && !this.#caps.grab(current)) incumbent = null
    }
    const next = this.#candidate(p, incumbent)
    if (runnable && current !== null && incumbent === null) current.held = true
    p.idle = next === null
    if (next === null) {
      p.sliceEnds = Number.POSITIVE_INFINITY
      return next
    }
    const queue = this.#queues[this.#queueOfPCpu[p.index]!]!
    if (next !== current) queue.remove(next)
    const head = queue.head()
    const top = head === null ? next.credit : Math.max(next.credit, head.credit)
    if (top <= 0) this.#reset(p, next)
    this.#credits.burnsFrom(next)
    next.meantFor = null
    if (next.processor !== p) {
      next.credit += MIGRATION_COMPENSATION
      next.processor = p
    }
    p.sliceEnds = this.#host.now + this.#runtime(queue, next, next === current)
    return next
  }

  /**
   * runq_candidate: the vCPU that continues, or the first in the queue that may take this pCPU.
   */
  #candidate(p: PCpu, incumbent: VCpu | null): VCpu | null {
    if (incumbent !== null && this.#host.now - incumbent.since < this.#ratelimitNs) return incumbent
    const bar = incumbent === null ? Number.NEGATIVE_INFINITY : incumbent.credit
    const { items, size } = this.#queues[this.#queueOfPCpu[p.index]!]!
    for (let index = 0; index < size; index++) {
      const v = items[index]!
      if (!v.mayRun(p)) continue
      const { meantFor } = v
      if (meantFor !== null && meantFor !== p && meantFor.tickled) continue
      if (v.processor !== p && bar + MIGRATION_RESISTANCE > v.credit) continue
      if (v.credit > bar) return this.#caps.grab(v) ? v : this.#holdAndRetry(v, p, incumbent)
      break
    }
    return incumbent
  }

  /** A queued vCPU without budget leaves the queue, and the search restarts. */
  #holdAndRetry(v: VCpu, p: PCpu, incumbent: VCpu | null): VCpu | null {
    this.dequeue(v)
    v.held = true
    this.#host.changeState(v, runState.parked)
    return this.#candidate(p, incumbent)
  }

  /** reset_credit for all vCPUs of the runqueue; then its load is balanced with the others'. */
  #reset(p: PCpu, next: VCpu): void {
    const q = this.#queueOfPCpu[p.index]!
    const isLowest = this.#credits.isLowest(next)
    for (const v of this.#host.vCpus) {
      if (this.#queueOf[v.index] !== q) continue
      if (v.state === runState.running && v !== p.current) this.#burn(v)
      this.#credits.reset(v, isLowest)
    }
    if (this.#queues.length > 1) this.#balance(q)
  }

  /** Moves a waiting vCPU of the longest runqueue here when this one is shorter by two. */
  #balance(q: number): void {
    let longest = q
    for (let other = 0; other < this.#queues.length; other++) {
      if (this.#queues[other]!.size > this.#queues[longest]!.size) longest = other
    }
    const from = this.#queues[longest]!
    if (from.size < this.#queues[q]!.size + 2) return
    for (let index = 0; index < from.size; index++) {
      const v = from.items[index]!
      for (const p of this.#host.pCpus) {
        if (this.#queueOfPCpu[p.index] !== q || !v.mayRun(p)) continue
        from.remove(v)
        this.#queueOf[v.index] = q
        v.processor = p
        this.wake(v)
        return
      }
    }
  }

  /** csched2_runtime: until the credit is used up or equals the next waiter's, within bounds. */
  #runtime(queue: RunQueue, v: VCpu, goesOn: boolean): number {
    let shortest = MIN_TIMER_NS
    if (this.#ratelimitNs > 0) {
      const ran = goesOn ? this.#host.now - v.since : 0
      shortest = Math.max(shortest, this.#ratelimitNs - ran)
    }
    const head = queue.head()
    const waiting = head !== null && head.credit > 0 ? head.credit : 0
    const time = Math.min(
      this.#credits.timeFor(Math.max(0, v.credit - waiting), v),
      this.#caps.left(v),
    )
    return Math.min(MAX_TIMER_NS, Math.max(shortest, time))
  }

  left(previous: VCpu): void {
    this.#caps.giveBack(previous)
    if (previous.state !== runState.preempted) return
    this.#insert(previous)
    this.#tickle(previous)
  }

  timerFired(timer: number): void {
    this.#caps.refill(this.#host.domains[timer]!)
  }

  parametersChanged(domain: Domain): void {
    this.#credits.weightsChanged()
    this.#caps.changed(domain)
  }
}
