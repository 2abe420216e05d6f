import { unknown } from '../units.ts'
import type { Request } from './requests.ts'
import type { ServiceQueue } from './service-queue.ts'

/**
 * Jobs that share one vCPU evenly: ideal processor sharing. All jobs present progress at 1/n of the
 * vCPU's speed, so a job ends when the common progress reaches the progress at its arrival plus its
 * demand. The order of completion is therefore known on arrival, and only the first end needs
 * watching. Jobs with equal demands end in order of arrival, and the heap then behaves like a
 * queue.
 */
export class FairQueue implements ServiceQueue {
  size = 0
  /** A heap ordered by end, the earliest on top. */
  readonly #jobs: Request[] = []
  /** The CPU time that every present job has received since the queue was last empty, ns. */
  #progress = unknown
  /** Number of endless jobs, which take their part of the vCPU. */
  readonly #endless: number
  /** Whether a job has arrived since the vCPU last ran. */
  #someNew = false

  constructor(endless: number) {
    this.#endless = endless
  }

  advance(ns: number, now: number): void {
    if (this.#someNew === true) this.#serveAll(now - ns)
    this.#progress += ns / (this.size + this.#endless)
  }

  #serveAll(at: number): void {
    this.#someNew = false
    for (let index = 0; index < this.size; index++) this.#jobs[index]!.serve(at)
  }

  add(job: Request): void {
    if (this.size === 0) this.#progress = 0
    const jobs = this.#jobs
    const end = this.#progress + job.leftNs
    job.endsAt = end
    let hole = this.size++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (jobs[parent]!.endsAt <= end) break
      jobs[hole] = jobs[parent]!
      hole = parent
    }
    jobs[hole] = job
    this.#someNew = true
  }

  timeToTurn(): number {
    if (this.size === 0) return Number.POSITIVE_INFINITY
    const left = (this.#jobs[0]!.endsAt - this.#progress) * (this.size + this.#endless)
    return left > 0 ? Math.ceil(left) : 0
  }

  turn(): Request {
    const job = this.#jobs[0]!
    this.#removeFirst()
    return job
  }

  take(): Request {
    const job = this.turn()
    job.leftNs = Math.max(0, job.endsAt - this.#progress)
    return job
  }

  #removeFirst(): void {
    const jobs = this.#jobs
    const last = --this.size
    const moved = jobs[last]!
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= last) break
      if (child + 1 < last && jobs[child + 1]!.endsAt < jobs[child]!.endsAt) child++
      if (jobs[child]!.endsAt >= moved.endsAt) break
      jobs[hole] = jobs[child]!
      hole = child
    }
    jobs[hole] = moved
  }
}
