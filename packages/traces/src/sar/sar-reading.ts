import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Rejection, Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { ReadOptions } from '../source-report.ts'
import { readBanner, readRestart } from './banner.ts'
import { SAR_METER } from './sar-meter.ts'
import type { SarSpec } from './sar-spec.ts'
import { isCpuTable, readShares, readTableLine, type Shares, type TableLine } from './table-line.ts'
import { WallClock } from './wall-clock.ts'

type Row = Extract<TableLine, { is: 'row' }>

/** The row for all vCPUs together; `-P` adds one for each. */
const ALL_CPUS = 'all'

/**
 * Follows the lines of one file. A row covers the time since the row before it, and the first row
 * of a table the time since the clock in its header.
 */
export class SarReading {
  readonly #clock: WallClock
  readonly #guard: TimeGuard
  /** Columns of the CPU table that the lines belong to. Null in other tables. */
  #columns: string[] | null = null
  #vCpus: number | null = null
  /** Where the next row's time begins. Null after a line that could not be parsed. */
  #since: number | null = null
  #covered: { from: number; to: number } | null = null
  readonly #spec: SarSpec
  readonly #into: ObservationBuilder
  readonly #tally: Tally

  constructor(spec: SarSpec, into: ObservationBuilder, tally: Tally, opts: ReadOptions) {
    this.#spec = spec
    this.#into = into
    this.#tally = tally
    this.#clock = new WallClock(spec)
    this.#guard = new TimeGuard(opts)
  }

  line(text: string, line: number): void {
    const banner = readBanner(text)
    if (banner) {
      this.#clock.begin(banner)
      this.#startAnew(banner.vCpus)
      return
    }
    const restart = readRestart(text)
    if (restart) {
      this.#startAnew(restart.vCpus ?? this.#vCpus)
      return
    }
    const read = readTableLine(text)
    if (read?.is === 'header') this.#header(read.clockSeconds, read.columns)
    else if (read && this.#columns) this.#row(read, text, line)
    else if (!read && this.#columns && !isSummary(text)) this.#reject(text, line, NOT_A_LINE)
  }

  close(): void {
    this.#writeCovered()
    this.#tally.note(
      'Inside a guest, %steal is the time for which its vCPUs were ready to run but did not run. With a cap, it includes the time for which the cap parked them.',
    )
  }

  #startAnew(vCpus: number | null): void {
    this.#vCpus = vCpus
    this.#columns = null
    this.#since = null
  }

  #header(clockSeconds: number, columns: string[]): void {
    this.#columns = isCpuTable(columns) ? columns.slice(1) : null
    if (this.#columns) this.#since = this.#clock.at(clockSeconds)
  }

  #row(row: Row, text: string, line: number): void {
    if (row.cpu !== ALL_CPUS) {
      this.#tally.skip()
      return
    }
    const read = this.#sharesAt(row)
    if ('reason' in read) this.#reject(text, line, read)
    else this.#take(read.shares, read.at)
  }

  #sharesAt({ clockSeconds, values }: Row): { shares: Shares; at: number } | Rejection {
    if (this.#vCpus === null) return NO_BANNER
    const at = this.#clock.at(clockSeconds)
    if (at === null) return OUT_OF_ORDER
    if (!this.#guard.accepts(at)) return this.#guard.rejection(at)
    const shares = readShares(this.#columns!, values)
    return 'reason' in shares ? shares : { shares, at }
  }

  /** A row with an unknown start counts as skipped; only its own clock is used. */
  #take(shares: Shares, at: number): void {
    const from = this.#since
    this.#since = at
    if (from === null || from >= at) {
      this.#tally.skip()
      return
    }
    this.#tally.accept(at)
    this.#add(shares, from, at)
  }

  #reject(text: string, line: number, why: Rejection): void {
    this.#since = null
    this.#tally.reject(line, text, why)
  }

  #add({ used, steal, idle }: Shares, from: number, to: number): void {
    const seconds = (percent: number) => (percent / 100) * this.#vCpus! * (to - from)
    this.#into.addCpu(SAR_METER, this.#spec.domain, from, to, {
      usedSeconds: seconds(used),
      runnableWaitSeconds: steal === null ? null : seconds(steal),
      blockedSeconds: seconds(idle),
      dispatches: null,
      ioCount: null,
    })
    if (this.#covered?.to !== from) this.#writeCovered()
    this.#covered = { from: this.#covered?.from ?? from, to }
  }

  #writeCovered(): void {
    if (!this.#covered) return
    const { from, to } = this.#covered
    this.#into.coverCpu(SAR_METER, this.#spec.domain, from, to)
    this.#covered = null
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
