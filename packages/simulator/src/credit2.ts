import { Credit2Caps } from './credit2-caps.ts'
import { Credit2Credits, migrationCompensation, migrationResistance } from './credit2-credits.ts'
import type { Host } from './host.ts'
import { RunQueue } from './run-queue.ts'
import { runState } from './run-state.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { type Credit2Options, xenDefaults } from './twin-config.ts'
import { microsecond, millisecond, nanoseconds } from './units.ts'

const minTimerNs = 500 * microsecond
const maxTimerNs = 10 * millisecond
/** Who has run the ratelimit but for this may be disturbed. */
const tickleToleranceNs = 50 * microsecond

/**
 * Xen's credit2: pCPUs of a socket share a runqueue ordered by credit. There is no boost: a waker
 * preempts whoever has less credit, once that one has run for the ratelimit. When the best credit
 * is used up, everyone's is topped up.
 */
export class Credit2 implements Scheduler {
  readonly #host: Host
  readonly #credits: Credit2Credits
  readonly #caps: Credit2Caps
  readonly #ratelimitNs: number
  readonly #queues: RunQueue[]
  readonly #queueOfPCpu: Int32Array
  /** The runqueue that each vCPU belongs to. */
  readonly #queueOf: Int32Array
  readonly #idle: Uint8Array
  /** Asked to schedule and not yet done so. */
  readonly #tickled: Uint8Array
  /** Which pCPU was asked to pick the vCPU up, -1 for none. */
  readonly #tickledFor: Int32Array

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
    this.#queueOfPCpu = Int32Array.from({ length: host.pCpus }, (_, p) => Math.floor(p / perQueue))
    this.#queues = Array.from(
      { length: Math.ceil(host.pCpus / perQueue) },
      () => new RunQueue(host.vCpus),
    )
    this.#queueOf = Int32Array.from(host.processor, (p) => this.#queueOfPCpu[p]!)
    this.#idle = new Uint8Array(host.pCpus).fill(1)
    this.#tickled = new Uint8Array(host.pCpus)
    this.#tickledFor = new Int32Array(host.vCpus).fill(-1)
  }

  wake(v: number): void {
    this.#insert(v)
    this.#tickle(v)
  }

  /** By credit, the highest first; first come, first served among equals. */
  #insert(v: number): void {
    const queue = this.#queues[this.#queueOf[v]!]!
    const { credit } = this.#credits
    let position = queue.size
    while (position > 0 && credit[queue.items[position - 1]!]! < credit[v]!) position--
    queue.insert(position, v)
  }

  dequeue(v: number): void {
    this.#queues[this.#queueOf[v]!]!.remove(v)
  }

  #burn(v: number): void {
    this.#caps.use(v, this.#credits.burn(v))
  }

  /** runq_tickle: its own pCPU if idle, another idle one, else whoever has least credit. */
  #tickle(v: number): void {
    const host = this.#host
    const own = host.processor[v]!
    for (let step = 0; step < host.pCpus; step++) {
      const p = (own + step) % host.pCpus
      if (this.#idle[p] === 1 && this.#mayTickle(v, p)) {
        this.#wakeUp(v, p)
        return
      }
    }
    let best = -1
    let bestScore = 0
    for (let step = 0; step < host.pCpus; step++) {
      const p = (own + step) % host.pCpus
      if (this.#idle[p] === 1 || !this.#mayTickle(v, p)) continue
      const score = this.#score(v, p)
      if (score <= bestScore) continue
      best = p
      bestScore = score
      if (p === own) break
    }
    if (best >= 0) this.#wakeUp(v, best)
  }

  #mayTickle(v: number, p: number): boolean {
    return (
      this.#tickled[p] === 0 && this.#queueOfPCpu[p] === this.#queueOf[v] && this.#host.mayRun(v, p)
    )
  }

  /** By how much credit the vCPU outranks who runs there; not positive when it may not disturb. */
  #score(v: number, p: number): number {
    const host = this.#host
    const current = host.current[p]!
    if (current < 0) return -1
    const ran = host.clock[0]! - host.since[current]!
    if (this.#ratelimitNs > 0 && ran <= this.#ratelimitNs - tickleToleranceNs) return -1
    this.#burn(current)
    const lead = this.#credits.credit[v]! - this.#credits.credit[current]!
    return host.processor[v] === p ? lead : lead - migrationResistance
  }

  #wakeUp(v: number, p: number): void {
    this.#tickled[p] = 1
    this.#tickledFor[v] = p
    this.#host.requestSchedule(p)
  }

  schedule(p: number, current: number, runnable: boolean): number {
    const host = this.#host
    this.#tickled[p] = 0
    let mayGoOn = runnable
    if (current >= 0) {
      this.#burn(current)
      mayGoOn = runnable && this.#caps.grab(current)
    }
    const next = this.#candidate(p, current, mayGoOn)
    if (runnable && !mayGoOn && current >= 0) host.held[current] = 1
    this.#idle[p] = next < 0 ? 1 : 0
    if (next < 0) {
      host.sliceEnds[p] = Number.POSITIVE_INFINITY
      return next
    }
    const queue = this.#queues[this.#queueOfPCpu[p]!]!
    if (next !== current) queue.remove(next)
    const { credit } = this.#credits
    const head = queue.head()
    const top = head < 0 ? credit[next]! : Math.max(credit[next]!, credit[head]!)
    if (top <= 0) this.#reset(p, next)
    this.#credits.burnsFrom(next)
    this.#tickledFor[next] = -1
    if (host.processor[next] !== p) {
      credit[next]! += migrationCompensation
      host.processor[next] = p
    }
    host.sliceEnds[p] = host.clock[0]! + this.#runtime(queue, next, next === current)
    return next
  }

  /** runq_candidate: who runs on, or the first in the queue that may take this pCPU. */
  #candidate(p: number, current: number, mayGoOn: boolean): number {
    const host = this.#host
    const { credit } = this.#credits
    if (mayGoOn && host.clock[0]! - host.since[current]! < this.#ratelimitNs) return current
    const incumbent = mayGoOn ? current : -1
    const bar = mayGoOn ? credit[current]! : Number.NEGATIVE_INFINITY
    const { items, size } = this.#queues[this.#queueOfPCpu[p]!]!
    for (let index = 0; index < size; index++) {
      const v = items[index]!
      if (!host.mayRun(v, p)) continue
      const meantFor = this.#tickledFor[v]!
      if (meantFor >= 0 && meantFor !== p && this.#tickled[meantFor] === 1) continue
      if (host.processor[v] !== p && bar + migrationResistance > credit[v]!) continue
      if (credit[v]! > bar) {
        if (this.#caps.grab(v)) return v
        return this.#holdAndRetry(v, p, current, mayGoOn)
      }
      break
    }
    return incumbent
  }

  /** A queued vCPU without budget leaves the queue, and the search begins again. */
  #holdAndRetry(v: number, p: number, current: number, mayGoOn: boolean): number {
    this.#queues[this.#queueOf[v]!]!.remove(v)
    this.#host.held[v] = 1
    this.#host.changeState(v, runState.parked)
    return this.#candidate(p, current, mayGoOn)
  }

  /** reset_credit, for everyone of the runqueue; then its load is balanced with the others'. */
  #reset(p: number, next: number): void {
    const host = this.#host
    const q = this.#queueOfPCpu[p]!
    const isLowest = this.#credits.isLowest(next)
    for (let v = 0; v < host.vCpus; v++) {
      if (this.#queueOf[v] !== q) continue
      if (host.state[v] === runState.running && v !== host.current[p]) this.#burn(v)
      this.#credits.reset(v, isLowest)
    }
    if (this.#queues.length > 1) this.#balance(q)
  }

  /** A waiting vCPU of the longest runqueue moves here when this one is shorter by two. */
  #balance(q: number): void {
    let longest = q
    for (let other = 0; other < this.#queues.length; other++) {
      if (this.#queues[other]!.size > this.#queues[longest]!.size) longest = other
    }
    const from = this.#queues[longest]!
    if (from.size < this.#queues[q]!.size + 2) return
    const host = this.#host
    for (let index = 0; index < from.size; index++) {
      const v = from.items[index]!
      for (let p = 0; p < host.pCpus; p++) {
        if (this.#queueOfPCpu[p] !== q || !host.mayRun(v, p)) continue
        from.remove(v)
        this.#queueOf[v] = q
        host.processor[v] = p
        this.wake(v)
        return
      }
    }
  }

  /** csched2_runtime: until the credit is used up or equals the next waiter's, within bounds. */
  #runtime(queue: RunQueue, v: number, goesOn: boolean): number {
    const host = this.#host
    const { credit } = this.#credits
    let shortest = minTimerNs
    if (this.#ratelimitNs > 0) {
      const ran = goesOn ? host.clock[0]! - host.since[v]! : 0
      shortest = Math.max(shortest, this.#ratelimitNs - ran)
    }
    const head = queue.head()
    const waiting = head >= 0 && credit[head]! > 0 ? credit[head]! : 0
    const time = Math.min(
      this.#credits.timeFor(Math.max(0, credit[v]! - waiting), v),
      this.#caps.left(v),
    )
    return Math.min(maxTimerNs, Math.max(shortest, time))
  }

  switched(_p: number, previous: number): void {
    if (previous < 0) return
    this.#caps.giveBack(previous)
    if (this.#host.state[previous] !== runState.preempted) return
    this.#insert(previous)
    this.#tickle(previous)
  }

  timerFired(domain: number): void {
    this.#caps.refill(domain)
  }

  parametersChanged(domain: number): void {
    this.#credits.weightsChanged()
    this.#caps.changed(domain)
  }
}
