import type { ServiceQueue } from './service-queue.ts'

/**
 * Jobs that share one vCPU evenly: ideal processor sharing. All jobs present advance at 1/n of the
 * vCPU's speed, so a job is over when the common progress reaches the progress at its arrival plus
 * its demand: the order of ends is known on arrival, and only the first end needs watching. Jobs with
 * equal demands end in order of arrival and the heap behaves like a queue.
 */
export class FairQueue implements ServiceQueue {
  size = 0
  #ends = new Float64Array(16)
  #jobs = new Int32Array(16)
  /** [0] what every present job has had of the vCPU since the queue was last empty, ns. */
  readonly #progress = new Float64Array(1)
  /** Jobs without end that take their part of the vCPU. */
  readonly #endless: number

  constructor(endless: number) {
    this.#endless = endless
  }

  advance(ns: number): void {
    this.#progress[0]! += ns / (this.size + this.#endless)
  }

  add(job: number, demandNs: number): void {
    if (this.size === 0) this.#progress[0] = 0
    if (this.size === this.#jobs.length) this.#grow()
    const end = this.#progress[0]! + demandNs
    let hole = this.size++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (this.#ends[parent]! <= end) break
      this.#ends[hole] = this.#ends[parent]!
      this.#jobs[hole] = this.#jobs[parent]!
      hole = parent
    }
    this.#ends[hole] = end
    this.#jobs[hole] = job
  }

  timeToTurn(): number {
    if (this.size === 0) return Number.POSITIVE_INFINITY
    const left = (this.#ends[0]! - this.#progress[0]!) * (this.size + this.#endless)
    return left > 0 ? Math.ceil(left) : 0
  }

  turn(): number {
    const job = this.#jobs[0]!
    this.#removeFirst()
    return job
  }

  take(): { job: number; leftNs: number } {
    const leftNs = Math.max(0, this.#ends[0]! - this.#progress[0]!)
    return { job: this.turn(), leftNs }
  }

  #removeFirst(): void {
    const last = --this.size
    const end = this.#ends[last]!
    const job = this.#jobs[last]!
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= last) break
      if (child + 1 < last && this.#ends[child + 1]! < this.#ends[child]!) child++
      if (this.#ends[child]! >= end) break
      this.#ends[hole] = this.#ends[child]!
      this.#jobs[hole] = this.#jobs[child]!
      hole = child
    }
    this.#ends[hole] = end
    this.#jobs[hole] = job
  }

  #grow(): void {
    const ends = new Float64Array(2 * this.#ends.length)
    const jobs = new Int32Array(2 * this.#jobs.length)
    ends.set(this.#ends)
    jobs.set(this.#jobs)
    this.#ends = ends
    this.#jobs = jobs
  }
}
