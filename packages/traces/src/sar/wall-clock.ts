import { TimeZone } from '../reading/time-zone.ts'
import { type Banner, midnightOf, ordersOf } from './banner.ts'
import type { SarSpec } from './sar-spec.ts'

const DAY_SECONDS = 86_400
/** A clock that goes back by more has passed midnight; by less, the lines are out of order. */
const LONGEST_STEP_BACK_SECONDS = DAY_SECONDS / 2

/**
 * Converts the date above the tables and the times in front of their lines to times since the
 * epoch.
 */
export class WallClock {
  readonly #zone: TimeZone
  readonly #spec: SarSpec
  /** Difference between the operator's start and the written one. Null before the first clock. */
  #shift: number | null
  #midnight = Number.NaN
  #last = Number.NEGATIVE_INFINITY

  constructor(spec: SarSpec) {
    this.#spec = spec
    this.#zone = new TimeZone(spec.timeZone ?? 'UTC')
    this.#shift = spec.startEpochSeconds === undefined ? 0 : null
  }

  /** Begins a report; it may be of another day than the one before it in the same file. */
  begin({ date }: Banner): void {
    const { dateOrder } = this.#spec
    const order = ordersOf(date).includes(dateOrder) ? dateOrder : ordersOf(date)[0]!
    this.#midnight = midnightOf(date, order)
    this.#last = Number.NEGATIVE_INFINITY
  }

  /** Seconds since the epoch. Null when the clock goes back, or when no date precedes it. */
  at(clockSeconds: number): number | null {
    if (Number.isNaN(this.#midnight)) return null
    let wall = this.#midnight + clockSeconds
    if (wall < this.#last - LONGEST_STEP_BACK_SECONDS) {
      this.#midnight += DAY_SECONDS
      wall += DAY_SECONDS
    }
    if (wall < this.#last) return null
    this.#last = wall
    const written = this.#zone.toEpoch(wall)
    this.#shift ??= this.#spec.startEpochSeconds! - written
    return written + this.#shift
  }
}
