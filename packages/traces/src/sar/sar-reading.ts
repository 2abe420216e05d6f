import { GuestMoments } from '../guest-cpu/guest-moments.ts'
import { readShares } from '../guest-cpu/shares.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { DAY_SECONDS } from '../reading/stamp.ts'
import type { Rejection, Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import { TimeZone } from '../reading/time-zone.ts'
import type { ReadOptions } from '../source-report.ts'
import { type Banner, midnightOf, ordersOf, readBanner, readRestart } from './banner.ts'
import { SAR_METER, type SarSpec } from './sar-spec.ts'
import { isCpuTable, readTableLine, type TableLine } from './table-line.ts'

/** A clock that goes back by more has passed midnight; by less, the lines are out of order. */
const LONGEST_STEP_BACK_SECONDS = DAY_SECONDS / 2

type Row = Extract<TableLine, { is: 'row' }>

/**
 * Follows the lines of one file. A row covers the time since the row before it, and the first row
 * of a table the time since the clock in its header.
 */
export class SarReading {
  readonly #clock: WallClock
  readonly #guard: TimeGuard
  /** Columns of the CPU table that the lines belong to. Null in other tables. */
  #columns: string[] | null = null
  /** Where the next row's time begins. Null after a line that could not be parsed. */
  #since: number | null = null
  #others = 0
  readonly #spec: SarSpec
  readonly #tally: Tally
  readonly #moments: GuestMoments

  constructor(spec: SarSpec, into: ObservationBuilder, tally: Tally, opts: ReadOptions) {
    this.#spec = spec
    this.#moments = new GuestMoments(SAR_METER, spec.domain, into, tally)
    this.#tally = tally
    this.#clock = new WallClock(spec)
    this.#guard = new TimeGuard(opts)
  }

  line(text: string, line: number): void {
    const banner = readBanner(text)
    if (banner) {
      this.#endMoment()
      this.#clock.begin(banner)
      this.#startAnew(banner.vCpus ?? this.#spec.vCpus ?? null)
      return
    }
    const restart = readRestart(text)
    if (restart) {
      this.#startAnew(restart.vCpus ?? this.#moments.vCpus)
      return
    }
    const read = readTableLine(text)
    if (read?.is === 'header') this.#header(read.clockSeconds, read.columns)
    else if (read && this.#columns) this.#row(read, text, line)
    else if (read) this.#others++
    else if (!read && this.#columns && !isSummary(text)) this.#reject(text, line, NOT_A_LINE)
  }

  close(): void {
    this.#moments.close()
    if (this.#others > 0)
      this.#tally.note(`${this.#others} rows of other tables than that of CPU use were skipped.`)
  }

  #startAnew(vCpus: number | null): void {
    this.#endMoment()
    this.#moments.vCpus = vCpus
    this.#columns = null
    this.#since = null
  }

  #header(clockSeconds: number, columns: string[]): void {
    // With -P, a header stands above the rows of each moment and has the clock of the one before.
    this.#endMoment()
    this.#columns = isCpuTable(columns) ? columns.slice(1) : null
    if (this.#columns) this.#since = this.#clock.at(clockSeconds)
  }

  #row({ clockSeconds, cpu, values }: Row, text: string, line: number): void {
    const at = this.#timeOf(clockSeconds)
    if (typeof at !== 'number') {
      this.#reject(text, line, at)
      return
    }
    if (this.#moments.at !== at) this.#endMoment()
    const shares = readShares(this.#columns!, values)
    this.#moments.add({ from: this.#since, at, cpu, shares, text, line })
  }

  #timeOf(clockSeconds: number): number | Rejection {
    if (this.#moments.vCpus === null) return NO_BANNER
    const at = this.#clock.at(clockSeconds)
    if (at === null) return OUT_OF_ORDER
    return this.#guard.accepts(at) ? at : this.#guard.rejection(at)
  }

  /** The next moment begins where this one ends, unless it could not be used. */
  #endMoment(): void {
    const { at } = this.#moments
    const isGood = this.#moments.end()
    if (isGood !== null) this.#since = isGood ? at : null
  }

  #reject(text: string, line: number, why: Rejection): void {
    this.#endMoment()
    this.#since = null
    this.#tally.reject(line, text, why)
  }
}

const NOT_A_LINE = {
  reason: 'not a line of sar',
  expected: 'a time, the CPU and its shares in per cent',
}
const NO_BANNER = {
  reason: 'no line above it gives the date and the number of vCPUs',
  expected: 'Linux RELEASE (HOST) DATE _MACHINE_ (N CPU)',
}
const OUT_OF_ORDER = {
  reason: 'the clock goes back: lines are out of order, or the clock was set back',
  expected: 'times in order',
}

/** "Average:" in any language, in front of the means of all rows. */
function isSummary(text: string): boolean {
  return /^[^\d\s][^:]{0,30}:\s/.test(text)
}

/**
 * Converts the date above the tables and the times in front of their lines to times since the
 * epoch.
 */
class WallClock {
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
