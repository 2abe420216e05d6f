import { GuestMoments } from '../guest-cpu/guest-moments.ts'
import { isIdle, isSteal, isUsed, readShares } from '../guest-cpu/shares.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { readStamp } from '../reading/stamp.ts'
import type { Tally } from '../reading/tally.ts'
import { OUT_OF_ORDER, TimeGuard } from '../reading/time-guard.ts'
import { TimeZone } from '../reading/time-zone.ts'
import type { ReadOptions } from '../source-report.ts'
import { SAR_METER, type SarSpec } from './sar-spec.ts'

/** One row of sadf, in whatever form. */
export interface SadfRow {
  /** `2026-11-20 09:00:01 UTC`, the same without a zone, or seconds since the epoch. */
  stamp: string
  intervalSeconds: number
  cpu: string
  names: readonly string[]
  values: readonly string[]
}

/** What becomes of the rows. */
export interface SadfSink {
  /** The file says how many vCPUs there are from here on; null for a restart that does not. */
  begin(vCpus: number | null): void
  row(row: SadfRow, text: string, line: number): void
  /** A row of another table, or of one without the CPU. */
  other(): void
}

/** sadf rounds the interval to whole seconds; the row before says better where it began. */
const ROUNDING_SECONDS = 1.5

/** Follows the rows that sadf made of a binary file, each with its own stamp and interval. */
export class SadfReading implements SadfSink {
  readonly #moments: GuestMoments
  readonly #guard: TimeGuard
  readonly #zone: TimeZone
  readonly #spec: SarSpec
  readonly #tally: Tally
  #shift: number | null
  #last: number | null = null
  #others = 0

  constructor(spec: SarSpec, into: ObservationBuilder, tally: Tally, opts: ReadOptions) {
    this.#spec = spec
    this.#tally = tally
    this.#moments = new GuestMoments(SAR_METER, spec.domain, into, tally)
    this.#moments.vCpus = spec.vCpus ?? null
    this.#guard = new TimeGuard(opts)
    this.#zone = new TimeZone(spec.timeZone ?? 'UTC')
    this.#shift = spec.startEpochSeconds === undefined ? 0 : null
  }

  begin(vCpus: number | null): void {
    this.#endMoment()
    this.#last = null
    if (vCpus !== null) this.#moments.vCpus = vCpus
  }

  row({ stamp, intervalSeconds, cpu, names, values }: SadfRow, text: string, line: number): void {
    const at = this.#timeOf(stamp, intervalSeconds)
    if (at === null || !(intervalSeconds > 0)) {
      this.#tally.reject(line, text, NO_TIME)
      return
    }
    if (!this.#guard.accepts(at)) {
      this.#tally.reject(line, text, this.#guard.rejection(at))
      return
    }
    if (this.#moments.at !== at) this.#endMoment()
    const isShare = names.map((name) => isUsed(name) || isIdle(name) || isSteal(name))
    const shares = readShares(
      names.filter((_, i) => isShare[i]),
      values.filter((_, i) => isShare[i]),
    )
    const begin = at - intervalSeconds
    const from =
      this.#last !== null && Math.abs(this.#last - begin) <= ROUNDING_SECONDS ? this.#last : begin
    // A row of an earlier time stands in another table of the same file.
    if (this.#last !== null && at <= this.#last && this.#moments.at !== at) {
      this.#tally.reject(line, text, OUT_OF_ORDER)
      return
    }
    this.#moments.add({ from, at, cpu, shares, text, line })
  }

  other(): void {
    this.#others++
  }

  close(): void {
    this.#endMoment()
    this.#moments.close()
    if (this.#others > 0)
      this.#tally.note(`${this.#others} rows of other tables than that of CPU use were skipped.`)
  }

  #endMoment(): void {
    const { at } = this.#moments
    if (this.#moments.end()) this.#last = at
  }

  #timeOf(text: string, intervalSeconds: number): number | null {
    const stamp = readStamp(text)
    if (stamp?.form !== 'whole') return null
    const written = stamp.isLocal ? this.#zone.toEpoch(stamp.seconds) : stamp.seconds
    this.#shift ??= this.#spec.startEpochSeconds! - (written - intervalSeconds)
    return written + this.#shift
  }
}

const NO_TIME = { reason: 'no time or no interval', expected: '2026-11-20 09:00:01 and seconds' }
