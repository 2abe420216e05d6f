import { readStamp, type Stamp } from '../reading/stamp.ts'
import type { Rejection } from '../reading/tally.ts'
import { parseXentopRow, XENTOP_HEADER, XENTOP_OTHER, type XentopRow } from './xentop-row.ts'

/** What xentop printed at one moment. */
export interface XentopSample {
  rows: readonly XentopRow[]
  /** From a prefix of its lines, a line above it, or its own summary. Null where it has none. */
  stamp: Stamp | null
  /** The number of its first row. */
  line: number
}

type OnRejected = (line: number, text: string, why: Rejection) => void

/**
 * Divides the lines of xentop into samples. A header begins one, unless `-r` repeats it for each
 * domain, or none was kept; then it is the first domain that comes again.
 */
export class XentopSamples {
  #rows: XentopRow[] = []
  #names = new Set<string>()
  #line = 0
  /** Whether a header begins a sample. Null until the row after the second header has told. */
  #headersBegin: boolean | null = null
  #headers = 0
  #rowsSinceHeader = 0
  #stamp: Stamp | null = null
  /** Stamp of a line of its own, for the sample below it. */
  #nextStamp: Stamp | null = null
  /** Inside a table of something else, such as physical CPUs. */
  #isInOther = false
  /** Lines of tables that are none of domains. */
  skipped = 0
  readonly #onSample: (sample: XentopSample) => void
  readonly #onRejected: OnRejected

  constructor(onSample: (sample: XentopSample) => void, onRejected: OnRejected) {
    this.#onSample = onSample
    this.#onRejected = onRejected
  }

  line(raw: string, line: number): void {
    const stamp = readStamp(raw)
    const text = stamp ? raw.slice(stamp.end) : raw
    if (XENTOP_HEADER.test(text)) this.#header(stamp)
    else if (stamp && text.trim() === '') this.#stampLine(stamp)
    else if (XENTOP_OTHER.test(text)) this.#other(text)
    else this.#row(text, raw, line, stamp)
  }

  end(): void {
    this.#finish()
  }

  #header(stamp: Stamp | null): void {
    this.#isInOther = false
    // With -r, each header but the first of a sample stands between two single rows.
    if (this.#headers > 0 && this.#rowsSinceHeader > 1) this.#headersBegin = true
    if (this.#headers === 0 || this.#headersBegin === true) this.#finish()
    this.#headers++
    this.#rowsSinceHeader = 0
    if (stamp) this.#nextStamp = stamp
  }

  #stampLine(stamp: Stamp): void {
    this.#isInOther = false
    this.#finish()
    this.#nextStamp = stamp
  }

  #other(text: string): void {
    const clock = /^xentop - (\d\d:\d\d:\d\d)/.exec(text)
    if (!clock) return
    this.#finish()
    this.#nextStamp = readStamp(clock[1]!)
  }

  #row(text: string, raw: string, line: number, stamp: Stamp | null): void {
    const row = parseXentopRow(text)
    if ('reason' in row) {
      if (this.#isOtherTable(text)) return
      this.#onRejected(line, raw, row)
      return
    }
    this.#isInOther = false
    const isAgain = this.#names.has(row.name)
    if (this.#headersBegin === null && this.#headers > 1) this.#headersBegin = isAgain
    if (isAgain && this.#headersBegin === true && this.#rowsSinceHeader > 0) {
      this.#onRejected(line, raw, TWICE)
      return
    }
    if (isAgain) this.#finish()
    if (this.#rows.length === 0) {
      this.#line = line
      this.#stamp = stamp ?? this.#nextStamp
      this.#nextStamp = null
    }
    this.#rows.push(row)
    this.#names.add(row.name)
    this.#rowsSinceHeader++
  }

  /** A table whose title says that it is about something else ends with the next sample. */
  #isOtherTable(text: string): boolean {
    if (OTHER_TABLE.test(text)) this.#isInOther = true
    if (this.#isInOther) this.skipped++
    return this.#isInOther
  }

  #finish(): void {
    if (this.#rows.length === 0) return
    this.#onSample({ rows: this.#rows, stamp: this.#stamp, line: this.#line })
    this.#rows = []
    this.#names = new Set()
    this.#stamp = null
  }
}

const OTHER_TABLE = /^\s*(Physical CPU|CPU\s|PCPU|Core\s|Pool\s|Network|Disk)/i

const TWICE: Rejection = {
  reason: 'the same name twice in one sample',
  expected: 'distinct names: use xentop -b -f, which does not cut them to 10 characters',
}
