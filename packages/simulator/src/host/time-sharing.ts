import { microsecond, millisecond, nextMultiple, unknown } from '../units.ts'
import { Request } from './requests.ts'
import type { ServiceQueue } from './service-queue.ts'

const LATENCY_NS = 6 * millisecond
const LEAST_SLICE_NS = 750 * microsecond
const wakeupGranularityNs = millisecond
const WAKEUP_CREDIT_NS = 1.5 * millisecond

/**
 * Jobs that share one vCPU like the processes of a Linux guest (CFS: `kernel/sched/fair.c`,
 * constants for one CPU). The job with the least CPU time goes first, counted from where it joined:
 * slightly below the least served. The turn passes at a tick of the guest's kernel when the job's
 * part of 6 ms is used up, at once to a newcomer that is a millisecond behind, and at the job's
 * end.
 *
 * A waking process gets an advance of up to half of the 6 ms, less the more it received lately.
 * Using 1.5 ms for all of them is our choice: from 70 % CPU utilisation on, mean times are then off
 * by 14 % on the recordings of research/reports/ACCURACY.md, and by 16 % without an advance; with the
 * whole 3 ms the means are no closer and the tails too long.
 */
export class TimeSharing implements ServiceQueue {
  size = 0
  /** The jobs in order of arrival, endless ones first. */
  readonly #jobs: Request[] = []
  #count = 0
  /** The job whose turn it is, null for none, and how long its turn has lasted. */
  #current: Request | null = null
  #ran = unknown
  /**
   * The highest level of the least served job so far, where new jobs join. It never falls
   * (`min_vruntime`).
   */
  #level = 0
  readonly #tickNs: number
  readonly #tickPhaseNs: number
  #nextTick = Number.NEGATIVE_INFINITY
  readonly #endless: number

  /** @param endless number of jobs that never end and are present from the start */
  constructor(tickNs: number, tickPhaseNs: number, endless: number) {
    this.#tickNs = tickNs
    this.#tickPhaseNs = tickPhaseNs
    this.#endless = endless
    for (let index = 0; index < endless; index++) {
      const job = new Request()
      job.leftNs = Number.POSITIVE_INFINITY
      this.add(job)
    }
    this.size = 0
  }

  add(job: Request): void {
    if (this.#count > 0) this.#raiseLevel(this.#leastServed())
    job.hadNs = this.#level - WAKEUP_CREDIT_NS
    this.#jobs[this.#count++] = job
    this.size++
    const current = this.#current
    if (current === null || current.hadNs - job.hadNs > wakeupGranularityNs) this.#giveTurnTo(job)
  }

  /** Ties go to the job that came first. */
  #leastServed(): Request {
    const jobs = this.#jobs
    let least = jobs[0]!
    for (let index = 1; index < this.#count; index++) {
      if (jobs[index]!.hadNs < least.hadNs) least = jobs[index]!
    }
    return least
  }

  /** Jobs that joined earlier and have not run yet keep their place ahead of later arrivals. */
  #raiseLevel({ hadNs }: Request): void {
    if (hadNs > this.#level) this.#level = hadNs
  }

  #giveTurnTo(job: Request | null): void {
    if (job !== null) this.#raiseLevel(job)
    this.#current = job
    this.#ran = 0
  }

  advance(ns: number, now: number): void {
    const current = this.#current!
    current.serve(now - ns)
    current.leftNs -= ns
    current.hadNs += ns
    this.#ran += ns
  }

  timeToTurn(now: number): number {
    if (this.#count === 0) return Number.POSITIVE_INFINITY
    const left = this.#current!.leftNs
    if (this.#count === 1) return left
    if (this.#nextTick <= now) this.#nextTick = nextMultiple(now, this.#tickNs, this.#tickPhaseNs)
    const toTick = this.#nextTick - now
    return left < toTick ? left : toTick
  }

  turn(): Request | null {
    const current = this.#current!
    if (current.leftNs <= 0) {
      this.#remove(current)
      return current
    }
    const slice = Math.max(LATENCY_NS / this.#count, LEAST_SLICE_NS)
    const least = this.#leastServed()
    const ahead = current.hadNs - least.hadNs
    if (this.#ran > slice || (this.#ran >= LEAST_SLICE_NS && ahead > slice)) this.#giveTurnTo(least)
    return null
  }

  #remove(job: Request): void {
    const jobs = this.#jobs
    const last = --this.#count
    let slot = 0
    while (jobs[slot] !== job) slot++
    for (; slot < last; slot++) jobs[slot] = jobs[slot + 1]!
    this.size--
    if (job === this.#current) this.#giveTurnTo(last === 0 ? null : this.#leastServed())
  }

  take(): Request {
    // The last job to arrive waits longest, unless it has the turn.
    const last = this.#jobs[this.#count - 1]!
    const taken = last === this.#current && this.size > 1 ? this.#jobs[this.#endless]! : last
    this.#remove(taken)
    return taken
  }
}
