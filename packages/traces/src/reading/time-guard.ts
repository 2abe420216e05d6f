import type { ReadOptions } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import { DAY_SECONDS } from './stamp.ts'
import type { Rejection } from './tally.ts'

/** No Xen host and no Apache is older; an earlier time means a wrong unit or a wrong column. */
const EARLIEST_EPOCH_SECONDS = Date.UTC(1995, 0, 1) / 1000

/** Why a line is rejected that is older than the one before. */
export const OUT_OF_ORDER: Rejection = { reason: 'the clock goes back', expected: 'times in order' }

/** Rejects impossible times: before 1995, or more than a day in the future. */
export class TimeGuard {
  readonly #earliest: number
  readonly #latest: number

  constructor(opts: Pick<ReadOptions, 'now' | 'relativeTime'>) {
    this.#earliest = opts.relativeTime ? Number.NEGATIVE_INFINITY : EARLIEST_EPOCH_SECONDS
    this.#latest = opts.relativeTime
      ? Number.POSITIVE_INFINITY
      : (opts.now ?? new Date()).getTime() / 1000 + DAY_SECONDS
  }

  accepts(epochSeconds: number): boolean {
    return epochSeconds >= this.#earliest && epochSeconds <= this.#latest
  }

  /**
   * For traces without time stamps of their own.
   * @throws TraceError `bad-spec`
   */
  requireStart(startEpochSeconds: number, what: string): void {
    if (this.accepts(startEpochSeconds)) return
    throw new TraceError('bad-spec', `The start time of ${what} is not known.`, {
      expected: this.rejection(startEpochSeconds).expected,
      fix: 'Give startEpochSeconds, or find it by aligning the trace with access logs.',
    })
  }

  rejection(epochSeconds: number): Rejection {
    const expected = 'a time after 1995 and not in the future'
    if (!Number.isFinite(epochSeconds)) return { reason: 'the time is not a number', expected }
    const reason = epochSeconds < this.#earliest ? 'before 1995' : 'in the future'
    const date = new Date(epochSeconds * 1000)
    const shown = Number.isNaN(date.getTime()) ? `${epochSeconds} s` : date.toISOString()
    return { reason: `the time ${shown} is ${reason}`, expected }
  }
}

/** Longest plausible duration of one request: a longer one means a wrong unit. */
export const LONGEST_DURATION_SECONDS = DAY_SECONDS
