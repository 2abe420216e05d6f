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
  /** The jobs in order of arrival. */
  readonly #jobs: number[] = []
  readonly #leftNs: number[] = []
  /** What each has had of the vCPU, from where it joined. */
  readonly #had: number[] = []
  /** Whose turn it is, and for how long it has been. */
  #current = -1
  #ran = 0
  readonly #tickNs: number
  readonly #tickPhaseNs: number
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
    const least = this.#jobs.length === 0 ? 0 : Math.min(...this.#had)
    this.#jobs.push(job)
    this.#leftNs.push(demandNs)
    this.#had.push(least)
    this.size++
    const isBehind = () => this.#had[this.#current]! - least > wakeupGranularityNs
    if (this.#current < 0 || isBehind()) this.#giveTurnTo(this.#jobs.length - 1)
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
    if (this.#jobs.length === 0) return Number.POSITIVE_INFINITY
    const left = this.#leftNs[this.#current]!
    if (this.#jobs.length === 1) return left
    return Math.min(left, nextMultiple(now, this.#tickNs, this.#tickPhaseNs) - now)
  }

  turn(): number {
    const current = this.#current
    if (this.#leftNs[current]! <= 0) {
      const job = this.#jobs[current]!
      this.#remove(current)
      return job
    }
    const slice = Math.max(latencyNs / this.#jobs.length, leastSliceNs)
    const ahead = this.#had[current]! - Math.min(...this.#had)
    if (this.#ran > slice || (this.#ran >= leastSliceNs && ahead > slice)) this.#pass()
    return -1
  }

  /** To the job that has had least; among equals, to the one that waits longest. */
  #pass(): void {
    let least = -1
    for (let index = 0; index < this.#jobs.length; index++) {
      if (least < 0 || this.#had[index]! < this.#had[least]!) least = index
    }
    this.#giveTurnTo(least)
  }

  #remove(index: number): void {
    this.#jobs.splice(index, 1)
    this.#leftNs.splice(index, 1)
    this.#had.splice(index, 1)
    this.size--
    if (index < this.#current) this.#current--
    else if (index === this.#current) this.#pass()
  }

  take(): { job: number; leftNs: number } {
    // The last that came waits longest; endless jobs came first.
    const index =
      this.#jobs.length - 1 === this.#current && this.size > 1
        ? this.#endless
        : this.#jobs.length - 1
    const taken = { job: this.#jobs[index]!, leftNs: this.#leftNs[index]! }
    this.#remove(index)
    return taken
  }
}
