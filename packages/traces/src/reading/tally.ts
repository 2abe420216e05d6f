import { domainsAmong, type Subject } from '../observations/subject.ts'
import type { RejectedLine, SourceReport } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import { excerpt } from './excerpt.ts'

export interface Rejection {
  reason: string
  expected: string
  column?: number | string
}

const MAX_EXAMPLES = 10
/** After this many lines a file with almost only rejects is not worth reading any further. */
const EARLY_LOOK_LINES = 10_000
const EARLY_REFUSED_SHARE = 0.95
const REFUSED_SHARE = 0.5

/** Counts accepted and rejected lines and decides whether the file is of the declared format. */
export class Tally {
  accepted = 0
  rejected = 0
  readonly examples: RejectedLine[] = []
  readonly notes: string[] = []
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  readonly path: string
  readonly #what: string

  /** `what` is the name of the declared format, for the error message. */
  constructor(path: string, what: string) {
    this.path = path
    this.#what = what
  }

  accept(atEpochSeconds: number): void {
    this.accepted++
    if (atEpochSeconds < this.#first) this.#first = atEpochSeconds
    if (atEpochSeconds > this.#last) this.#last = atEpochSeconds
  }

  /** Counts a valid line without an observation. */
  skip(): void {
    this.accepted++
  }

  reject(line: number, text: string, { reason, expected, column }: Rejection): void {
    this.rejected++
    if (this.examples.length < MAX_EXAMPLES)
      this.examples.push({
        line,
        ...(column === undefined ? {} : { column }),
        excerpt: excerpt(text),
        reason,
        expected,
      })
    const seen = this.accepted + this.rejected
    if (seen === EARLY_LOOK_LINES && this.rejected > seen * EARLY_REFUSED_SHARE) this.#refuse()
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
  }

  /** @throws TraceError `empty` or `not-as-declared` */
  report(lines: number, subjects: Iterable<Subject>): SourceReport {
    if (this.accepted + this.rejected === 0)
      throw new TraceError('empty', `${this.path} holds no data.`, {
        where: { path: this.path },
        expected: this.#what,
      })
    if (this.accepted === 0 || this.rejected > (this.accepted + this.rejected) * REFUSED_SHARE)
      this.#refuse()
    return {
      path: this.path,
      lines,
      accepted: this.accepted,
      rejected: this.rejected,
      examples: this.examples,
      ...(this.#first <= this.#last
        ? { firstAtEpochSeconds: this.#first, lastAtEpochSeconds: this.#last }
        : {}),
      domains: domainsAmong(subjects),
      notes: this.notes,
    }
  }

  #refuse(): never {
    const example = this.examples[0]!
    const seen = this.accepted + this.rejected
    throw new TraceError(
      'not-as-declared',
      `${this.path} does not look like ${this.#what}: ${this.rejected} of ${seen} lines were rejected, the first at line ${example.line} (${example.reason}).`,
      {
        where: {
          path: this.path,
          line: example.line,
          ...(example.column === undefined ? {} : { column: example.column }),
        },
        expected: example.expected,
        fix: 'Check the declared format against the first lines of the file.',
      },
    )
  }
}
