import type { ServiceQueue } from './service-queue.ts'
import { microsecond, millisecond, nextMultiple } from './units.ts'

const latencyNs = 6 * millisecond
const leastSliceNs = 750 * microsecond
const wakeupGranularityNs = millisecond

/**
 * Jobs that share one vCPU as the processes of a Linux guest do (CFS: `kernel/sched/fair.c`, constants
 * for one CPU). The one that has had least goes first, counted from where it joined: level with the
 * least served. The turn passes at a tick of the guest's kernel, when the job's part of 6 ms is over,
 * at once to a newcomer that is a millisecond behind, and at the job's end. What a waking process may
 * be given in advance (half of the 6 ms) is left out: with it, the traced requests of Apache guests
 * would have waited a fifth longer than they did.
 */
export class TimeSharing implements ServiceQueue {
  size = 0
  /** The jobs in order of arrival, endless ones first. */
  #jobs = new Int32Array(16)
  #leftNs = new Float64Array(16)
  /** What each has had of the vCPU, from where it joined. */
  #had = new Float64Array(16)
  #count = 0
  /** Whose turn it is, and for how long it has been. */
  #current = -1
  #ran = 0
  readonly #tickNs: number
  readonly #tickPhaseNs: number
  #nextTick = 0
  readonly #endless: number

  /** @param endless jobs that never end and are there from the start */
  constructor(tickNs: number, tickPhaseNs: number, endless: number) {
    this.#tickNs = tickNs
    this.#tickPhaseNs = tickPhaseNs
    this.#endless = endless
    for (let index = 0; index < endless; index++) this.add(-1, Number.POSITIVE_INFINITY)
    this.size = 0
  }

  add(job: number, demandNs: number): void {
    if (this.#count === this.#jobs.length) this.#grow()
    const had = this.#had
    const level = this.#count === 0 ? 0 : had[this.#leastServed()]!
    const index = this.#count++
    this.#jobs[index] = job
    this.#leftNs[index] = demandNs
    had[index] = level
    this.size++
    const current = this.#current
    if (current < 0 || had[current]! - level > wakeupGranularityNs) this.#giveTurnTo(index)
  }

  /** Among equals the one that came first. */
  #leastServed(): number {
    let least = 0
    for (let index = 1; index < this.#count; index++) {
      if (this.#had[index]! < this.#had[least]!) least = index
    }
    return least
  }

  #giveTurnTo(index: number): void {
    this.#current = index
    this.#ran = 0
  }

  advance(ns: number): void {
    const current = this.#current
    this.#leftNs[current]! -= ns
    this.#had[current]! += ns
    this.#ran += ns
  }

  timeToTurn(now: number): number {
    if (this.#count === 0) return Number.POSITIVE_INFINITY
    const left = this.#leftNs[this.#current]!
    if (this.#count === 1) return left
    if (this.#nextTick <= now) this.#nextTick = nextMultiple(now, this.#tickNs, this.#tickPhaseNs)
    const toTick = this.#nextTick - now
    return left < toTick ? left : toTick
  }

  turn(): number {
    const current = this.#current
    if (this.#leftNs[current]! <= 0) {
      const job = this.#jobs[current]!
      this.#remove(current)
      return job
    }
    const slice = Math.max(latencyNs / this.#count, leastSliceNs)
    const least = this.#leastServed()
    const ahead = this.#had[current]! - this.#had[least]!
    if (this.#ran > slice || (this.#ran >= leastSliceNs && ahead > slice)) this.#giveTurnTo(least)
    return -1
  }

  #remove(index: number): void {
    const last = --this.#count
    for (let slot = index; slot < last; slot++) {
      this.#jobs[slot] = this.#jobs[slot + 1]!
      this.#leftNs[slot] = this.#leftNs[slot + 1]!
      this.#had[slot] = this.#had[slot + 1]!
    }
    this.size--
    if (index < this.#current) this.#current--
    else if (index === this.#current) this.#giveTurnTo(last === 0 ? -1 : this.#leastServed())
  }

  take(): { job: number; leftNs: number } {
    // The last that came waits longest, unless it is its turn.
    const last = this.#count - 1
    const index = last === this.#current && this.size > 1 ? this.#endless : last
    const taken = { job: this.#jobs[index]!, leftNs: this.#leftNs[index]! }
    this.#remove(index)
    return taken
  }

  #grow(): void {
    const widen = <T extends Int32Array | Float64Array>(grown: T, from: T): T => {
      grown.set(from)
      return grown
    }
    const length = 2 * this.#jobs.length
    this.#jobs = widen(new Int32Array(length), this.#jobs)
    this.#leftNs = widen(new Float64Array(length), this.#leftNs)
    this.#had = widen(new Float64Array(length), this.#had)
  }
}
