import type {
  InterArrivalStats,
  RequestStats,
  SecondCounts,
  TimeResolution,
} from '../observation.ts'
import { Durations } from './durations.ts'
import { Moments } from './moments.ts'
import type { PartSums } from './window-parts.ts'

const RESOLUTIONS: readonly TimeResolution[] = ['microsecond', 'millisecond', 'second']

/** Requests of one domain in one window, as seen from one side (server or client). */
export class RequestCell {
  arrivals = 0
  errors = 0
  #completions = 0
  #completedErrors = 0
  gaps = new Moments()
  /** Sum over the window's seconds of (arrivals in that second)^2. */
  secondCountSquares = 0
  /** Arrivals in those seconds; late lines are not included. */
  countedArrivals = 0
  #bytes = 0
  #bytesKnown = 0
  #durations: Durations | null = null
  #coarsest = 0
  readonly #arrivalsByPart: PartSums

  constructor(arrivalsByPart: PartSums) {
    this.#arrivalsByPart = arrivalsByPart
  }

  /**
   * The requests of a stored window. Its parts come apart, because stored ones may be null.
   *
   * @throws RangeError for a window that was stored without what merging needs
   */
  static of(stats: RequestStats, arrivalsByPart: PartSums): RequestCell {
    const { arrivals, interArrival, completions, meanBytes, secondCounts } = stats
    if (arrivals > 0 && !secondCounts) throw new RangeError('The requests have no second counts.')
    const cell = new RequestCell(arrivalsByPart)
    cell.arrivals = arrivals
    cell.errors = stats.errors
    cell.#completions = completions?.count ?? 0
    cell.#completedErrors = completions?.errors ?? 0
    if (meanBytes !== null) {
      cell.#bytes = meanBytes * arrivals
      cell.#bytesKnown = arrivals
    }
    if (secondCounts) {
      cell.stampedTo(secondCounts.resolution)
      cell.countedArrivals = secondCounts.arrivals
      cell.secondCountSquares = secondCounts.squares
    }
    if (interArrival && interArrival.resolution !== 'second') cell.gaps = Moments.of(interArrival)
    if (stats.duration) cell.#durations = Durations.of(stats.duration)
    return cell
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
      ...(this.arrivals > 0 ? { secondCounts: this.#secondCounts() } : {}),
      duration: (knowsEnds && this.#durations?.toStats()) || null,
      meanBytes: this.#bytesKnown === 0 ? null : this.#bytes / this.#bytesKnown,
    }
  }

  #secondCounts(): SecondCounts {
    return {
      resolution: RESOLUTIONS[this.#coarsest]!,
      arrivals: this.countedArrivals,
      squares: this.secondCountSquares,
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
