import type { TwinDomain } from '../config/twin-config.ts'
import type { Recorder } from '../results/recorder.ts'
import { type Clock, nanoseconds } from '../units.ts'

/**
 * The tasks of real-time domains. Jobs are counted from 0 and run in order, in pieces between which
 * the task checks the clock; job j is released at first + j period, which is the deadline of j - 1.
 */
export class RealTimeJobs {
  readonly #clock: Clock
  readonly #recorder: Recorder
  /** By domain; 0 without real-time work. */
  readonly #periodNs: Float64Array
  readonly #executionNs: Float64Array
  /** Length of the units after which a missed job can be abandoned; 0 when it is finished late. */
  readonly #unitNs: Float64Array
  readonly #firstNs: Float64Array
  readonly #released: Float64Array
  /** Number of jobs finished or abandoned. */
  readonly #ended: Float64Array
  /** CPU time that the current job still needs, including its current piece; 0 without a job. */
  readonly #leftNs: Float64Array

  /** @param phase uniform in [0, 1): release of a domain's first job within its period */
  constructor(
    clock: Clock,
    domains: TwinDomain[],
    recorder: Recorder,
    phase: (d: number) => number,
  ) {
    this.#clock = clock
    this.#recorder = recorder
    const works = domains.map(({ realTime }) => realTime)
    this.#periodNs = Float64Array.from(works, (work) => nanoseconds(work?.periodSeconds ?? 0))
    this.#executionNs = Float64Array.from(works, (work) => nanoseconds(work?.executionSeconds ?? 0))
    this.#unitNs = Float64Array.from(works, (work) => nanoseconds(work?.unitSeconds ?? 0))
    this.#firstNs = Float64Array.from(works, (work, d) =>
      work?.firstReleaseSeconds === undefined
        ? Math.floor(work ? phase(d) * this.#periodNs[d]! : 0)
        : nanoseconds(work.firstReleaseSeconds),
    )
    this.#released = new Float64Array(domains.length)
    this.#ended = new Float64Array(domains.length)
    this.#leftNs = new Float64Array(domains.length)
  }

  /** Infinity without real-time work. */
  nextRelease(d: number): number {
    const period = this.#periodNs[d]!
    return period > 0 ? this.#firstNs[d]! + this.#released[d]! * period : Number.POSITIVE_INFINITY
  }

  /** Deadline of the current job, or of the next in line. */
  #deadline(d: number): number {
    return this.#firstNs[d]! + (this.#ended[d]! + 1) * this.#periodNs[d]!
  }

  /**
   * The deadline of the last job has come, and unless the run is over, the next job is released.
   * @returns CPU time of the piece that the task starts with; 0 when it is busy or has no job
   */
  release(d: number, another: boolean): number {
    const released = this.#released[d]!
    if (released > 0) this.#recorder.deadline(d, this.#ended[d]! < released)
    if (!another) return 0
    this.#released[d] = released + 1
    return this.#leftNs[d]! > 0 ? 0 : this.#next(d)
  }

  /**
   * A piece has finished.
   * @returns CPU time of the next one, 0 when there is nothing to do
   */
  pieceEnds(d: number): number {
    const late = this.#clock.now - this.#deadline(d)
    this.#leftNs[d]! -= this.#piece(d)
    if (this.#leftNs[d]! > 0) {
      if (this.#unitNs[d] === 0 || late <= 0) return this.#piece(d)
      this.#leftNs[d] = 0
    } else if (late > 0) {
      this.#recorder.lateBy(d, late)
    }
    this.#ended[d]!++
    return this.#next(d)
  }

  #piece(d: number): number {
    const unit = this.#unitNs[d]!
    const left = this.#leftNs[d]!
    return unit > 0 && unit < left ? unit : left
  }

  /** Starts the next job that has been released and need not be abandoned at once. */
  #next(d: number): number {
    const givesUp = this.#unitNs[d]! > 0
    while (this.#ended[d]! < this.#released[d]!) {
      if (!givesUp || this.#deadline(d) >= this.#clock.now) {
        this.#leftNs[d] = this.#executionNs[d]!
        return this.#piece(d)
      }
      this.#ended[d]!++
    }
    return 0
  }
}
