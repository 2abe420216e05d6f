import type { InterArrivalStats, RequestStats, TimeResolution } from '../observation.ts'
import { Durations } from './durations.ts'
import { Moments } from './moments.ts'
import { PartSums } from './window-parts.ts'

const RESOLUTIONS: readonly TimeResolution[] = ['microsecond', 'millisecond', 'second']

/** Requests of one domain in one window, as seen from one side (server or client). */
export class RequestCell {
  arrivals = 0
  errors = 0
  #completions = 0
  #completedErrors = 0
  readonly gaps = new Moments()
  /** Sum over the window's seconds of (arrivals in that second)^2. */
  secondCountSquares = 0
  /** Arrivals in those seconds; late lines are not included. */
  countedArrivals = 0
  #bytes = 0
  #bytesKnown = 0
  #durations: Durations | null = null
  #coarsest = 0
  readonly #arrivalsByPart: PartSums

  constructor(parts: number) {
    this.#arrivalsByPart = new PartSums(parts)
  }

  /** @param at position of the arrival in parts of the window */
  add(at: number, durationSeconds: number, isError: boolean, bytes: number): void {
    this.arrivals++
    this.#arrivalsByPart.add(at, 1)
    if (isError) this.errors++
    if (bytes >= 0) {
      this.#bytes += bytes
      this.#bytesKnown++
    }
    if (durationSeconds >= 0) {
      this.#durations ??= new Durations()
      this.#durations.add(durationSeconds)
    }
  }

  complete(isError: boolean): void {
    this.#completions++
    if (isError) this.#completedErrors++
  }

  stampedTo(resolution: TimeResolution): void {
    this.#coarsest = Math.max(this.#coarsest, RESOLUTIONS.indexOf(resolution))
  }

  countSecond(count: number): void {
    this.secondCountSquares += count * count
    this.countedArrivals += count
  }

  merge(other: RequestCell): void {
    this.arrivals += other.arrivals
    this.errors += other.errors
    this.#completions += other.#completions
    this.#completedErrors += other.#completedErrors
    this.#bytes += other.#bytes
    this.#bytesKnown += other.#bytesKnown
    this.gaps.merge(other.gaps)
    this.secondCountSquares += other.secondCountSquares
    this.countedArrivals += other.countedArrivals
    this.#coarsest = Math.max(this.#coarsest, other.#coarsest)
    this.#arrivalsByPart.merge(other.#arrivalsByPart)
    if (other.#durations) {
      this.#durations ??= new Durations()
      this.#durations.merge(other.#durations)
    }
  }

  widen(half: number, parts: number): void {
    this.#arrivalsByPart.widen(half, parts)
  }

  /** `knowsEnds`: whether the log has durations at all, even if only in other windows. */
  toStats(
    coveredSeconds: number,
    knowsEnds: boolean,
    isCovered: (part: number) => boolean,
  ): RequestStats {
    return {
      arrivals: this.arrivals,
      arrivalsByPart: this.#arrivalsByPart.toList(isCovered),
      errors: this.errors,
      completions: knowsEnds ? { count: this.#completions, errors: this.#completedErrors } : null,
      coveredSeconds,
      interArrival: this.#interArrival(Math.round(coveredSeconds)),
      duration: this.#durations?.toSketchedStats() ?? null,
      meanBytes: this.#bytesKnown === 0 ? null : this.#bytes / this.#bytesKnown,
    }
  }

  #interArrival(coveredWholeSeconds: number): InterArrivalStats | null {
    const resolution = RESOLUTIONS[this.#coarsest]!
    if (resolution === 'second') return this.#fromSecondCounts(coveredWholeSeconds)
    if (this.gaps.count === 0) return null
    return {
      count: this.gaps.count,
      meanSeconds: this.gaps.mean,
      varianceSeconds2: this.gaps.variance,
      resolution,
    }
  }

  /** c_a^2 ~ IDC = Var N / E N over seconds (Cox and Lewis 1966), gap variance = c_a^2 * mean^2. */
  #fromSecondCounts(seconds: number): InterArrivalStats | null {
    if (seconds < 2 || this.countedArrivals === 0) return null
    const mean = this.countedArrivals / seconds
    const variance = Math.max(0, (this.secondCountSquares - seconds * mean * mean) / (seconds - 1))
    const meanGap = 1 / mean
    return {
      count: seconds,
      meanSeconds: meanGap,
      varianceSeconds2: (variance / mean) * meanGap * meanGap,
      resolution: 'second',
    }
  }
}
