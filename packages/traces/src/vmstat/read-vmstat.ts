import type { CpuFormat } from '../format.ts'
import { GuestMoments } from '../guest-cpu/guest-moments.ts'
import { isIdle, isSteal, isUsed, readShares } from '../guest-cpu/shares.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { requireDomain } from '../reading/domain.ts'
import { readLines } from '../reading/read-lines.ts'
import type { Stamp } from '../reading/stamp.ts'
import { type Rejection, Tally } from '../reading/tally.ts'
import { OUT_OF_ORDER, TimeGuard } from '../reading/time-guard.ts'
import { TimeZone } from '../reading/time-zone.ts'
import type { ReadOptions } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import { isGroups, readHeading, readRow, type VmstatHeading } from './vmstat-line.ts'
import { VMSTAT_METER, type VmstatSpec } from './vmstat-spec.ts'

/** Each of up to six columns is rounded to a whole per cent. */
const ROUNDING_PERCENT = 3
/** A row so much later than the one before it, in steps, begins another run. */
const LATE = 1.5

/**
 * Reads what `vmstat N` prints inside a guest. A row covers the time since the row before it; the
 * first one of a run has the means since the guest was booted, so only its time counts.
 */
export const readVmstat: CpuFormat<VmstatSpec>['read'] = async (bytes, spec, into, opts) => {
  requireDomain(spec.domain)
  const tally = new Tally(opts.path ?? 'vmstat log', 'the output of vmstat')
  const reading = new VmstatReading(spec, into, tally, opts)
  const lines = await readLines(bytes, tally, opts, (text, from, to, line) =>
    reading.line(text.slice(from, Math.min(to, from + 500)), line),
  )
  reading.close()
  return tally.report(lines, [spec.domain])
}

class VmstatReading {
  readonly #spec: VmstatSpec
  readonly #tally: Tally
  readonly #guard: TimeGuard
  readonly #zone: TimeZone
  readonly #moments: GuestMoments
  #heading: VmstatHeading | null = null
  /** Whether a heading stood above the next row: one may begin a run, or a page of the terminal. */
  #isBelowHeading = false
  #last: number | null = null
  #step: number | null = null
  #shift: number | null
  #rows = 0

  constructor(spec: VmstatSpec, into: ObservationBuilder, tally: Tally, opts: ReadOptions) {
    this.#spec = spec
    this.#tally = tally
    this.#guard = new TimeGuard(opts)
    this.#zone = new TimeZone(spec.timeZone ?? 'UTC')
    this.#moments = new GuestMoments(VMSTAT_METER, spec.domain, into, tally)
    this.#moments.vCpus = spec.vCpus ?? null
    this.#shift = spec.startEpochSeconds === undefined ? 0 : null
    if (spec.isStamped) return
    this.#guard.requireStart(spec.startEpochSeconds ?? 0, 'vmstat')
    if (!((spec.intervalSeconds ?? 0) > 0))
      throw new TraceError('bad-spec', 'intervalSeconds must be more than 0.')
  }

  line(text: string, line: number): void {
    if (isGroups(text)) {
      this.#isBelowHeading = true
      return
    }
    const heading = readHeading(text)
    if (heading) {
      this.#heading = heading
      this.#isBelowHeading = true
      return
    }
    if (!this.#heading) return
    const row = readRow(text, this.#heading)
    if (!row) {
      this.#reject(text, line, NOT_A_ROW)
      return
    }
    const at = this.#timeOf(row.stamp)
    if (at === null) {
      this.#reject(text, line, NO_STAMP)
      return
    }
    if (!this.#guard.accepts(at)) {
      this.#reject(text, line, this.#guard.rejection(at))
      return
    }
    this.#take(at, row.values, text, line)
  }

  close(): void {
    this.#moments.close()
  }

  #take(at: number, values: readonly string[], text: string, line: number): void {
    this.#moments.end()
    const before = this.#last
    if (before !== null && at <= before) {
      this.#reject(text, line, OUT_OF_ORDER)
      return
    }
    const step = before === null ? null : at - before
    const isFirst =
      step === null || (this.#isBelowHeading && this.#step !== null && step > LATE * this.#step + 1)
    this.#isBelowHeading = false
    this.#last = at
    if (!isFirst) this.#step = step
    const { columns } = this.#heading!
    const isShare = columns.map((name) => isUsed(name) || isIdle(name) || isSteal(name))
    const of = (all: readonly string[]) => all.filter((_, i) => isShare[i])
    const shares = readShares(of(columns), of(values), ROUNDING_PERCENT)
    this.#moments.add({ from: isFirst ? null : before, at, cpu: 'all', shares, text, line })
  }

  #timeOf(stamp: Stamp | null): number | null {
    if (!this.#spec.isStamped)
      return this.#spec.startEpochSeconds! + this.#rows++ * this.#spec.intervalSeconds!
    if (!stamp) return null
    const written = stamp.isLocal ? this.#zone.toEpoch(stamp.seconds) : stamp.seconds
    this.#shift ??= this.#spec.startEpochSeconds! - written
    return written + this.#shift
  }

  /** The row after it covers an unknown time, as far as it has no stamp of its own. */
  #reject(text: string, line: number, why: Rejection): void {
    this.#moments.end()
    if (!this.#spec.isStamped) this.#rows++
    this.#last = null
    this.#tally.reject(line, text, why)
  }
}

const NOT_A_ROW = { reason: 'not a row of vmstat', expected: 'numbers as the heading says' }
const NO_STAMP = { reason: 'the row has no stamp', expected: 'the date and time of vmstat -t' }
