import { type CompiledLog, compileLog } from '../access-log/compile-log.ts'
import { DurationResolution } from '../access-log/duration-resolution.ts'
import { COMMENT } from '../access-log/parsed-line.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Range } from '../observations/ranges.ts'
import { STAMP_SECONDS } from '../observations/request-tracks.ts'
import { excerpt } from '../reading/excerpt.ts'
import { LineSplitter } from '../reading/line-splitter.ts'
import type { Rejection } from '../reading/tally.ts'
import { type KeptRequest, KeptRequests } from './kept-requests.ts'
import type { KeptTime } from './kept-time.ts'
import type { LiveArrivals } from './live-arrivals.ts'
import type { LineCounts, LiveLogSpec, LogOpening, NoDurationsReason } from './live-log-spec.ts'

const MAX_LINE_BYTES = 64 * 1024

/** An access log that is followed. It is opened anew whenever its connection was lost. */
export class LiveLog {
  readonly counts: LineCounts = {
    accepted: 0,
    repeated: 0,
    tooOld: 0,
    beganTooEarly: 0,
    setAside: 0,
    rejected: 0,
    lastRejected: null,
    untimed: null,
  }
  readonly #domain: string
  readonly #time: KeptTime
  #requests = new KeptRequests()
  #format: CompiledLog
  #lines: LineSplitter
  #durations = new DurationResolution()
  #logMinusOurs = 0
  /** The times in which the log was open. The last range grows while `#isOpen`. */
  #open: Range[]
  #lastSignOfLife: number
  #isOpen = true
  #isFirstLine = true

  /** @throws TraceError as `compileLog` */
  constructor(domain: string, spec: LiveLogSpec, opening: LogOpening, time: KeptTime) {
    this.#domain = domain
    this.#time = time
    this.#format = compileLog(spec)
    this.counts.untimed = this.#untimed
    this.#lines = this.#newSplitter()
    this.#setClock(opening)
    this.#open = [{ from: opening.atEpochSeconds, to: opening.atEpochSeconds }]
    this.#lastSignOfLife = opening.atEpochSeconds
  }

  /** @throws TraceError as `compileLog` */
  openAgain(spec: LiveLogSpec, opening: LogOpening): void {
    const { atEpochSeconds } = opening
    this.#format = compileLog(spec)
    this.#durations = new DurationResolution()
    this.counts.untimed = this.#untimed
    this.#lines = this.#newSplitter()
    this.#setClock(opening)
    this.#open.push({ from: atEpochSeconds, to: atEpochSeconds })
    this.#lastSignOfLife = atEpochSeconds
    this.#isOpen = true
    this.#isFirstLine = true
    this.#requests.expectAgain()
  }

  read(chunk: Buffer): void {
    if (this.#isOpen) this.#lines.push(chunk)
  }

  alive(toEpochSeconds: number): void {
    if (!this.#isOpen) return
    const range = this.#open.at(-1)!
    if (toEpochSeconds - this.#lastSignOfLife > this.#time.longestStepSeconds)
      this.#open.push({ from: toEpochSeconds, to: toEpochSeconds })
    else if (toEpochSeconds > range.to) {
      this.#time.change(range.to)
      range.to = toEpochSeconds
    }
    this.#lastSignOfLife = Math.max(this.#lastSignOfLife, toEpochSeconds)
  }

  lost(atEpochSeconds: number): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#open = this.#open
      .map(({ from, to }) => ({ from, to: Math.min(to, atEpochSeconds) }))
      .filter(({ from, to }) => from < to)
    this.#time.change(atEpochSeconds)
  }

  get keptRequests(): number {
    return this.#requests.size
  }

  /** Null when no request began in the range. */
  arrivalsIn(fromEpochSeconds: number, toEpochSeconds: number): LiveArrivals | null {
    const startsEpochSeconds = this.#requests.startsIn(fromEpochSeconds, toEpochSeconds)
    if (startsEpochSeconds.length === 0) return null
    return { domain: this.#domain, resolution: this.#format.resolution, startsEpochSeconds }
  }

  forgetBefore(epochSeconds: number): void {
    this.#requests.forgetBefore(epochSeconds)
    this.#open = this.#open.filter(
      ({ to }, index, { length }) => to > epochSeconds || index === length - 1,
    )
  }

  /** The log as it is opened at that moment, without what it said before. */
  beginAnew(epochSeconds: number): void {
    this.#requests = new KeptRequests()
    this.#open = [{ from: epochSeconds, to: epochSeconds }]
    this.#lastSignOfLife = epochSeconds
  }

  tell(builder: ObservationBuilder, fromEpochSeconds: number, toEpochSeconds: number): void {
    const { resolution } = this.#format
    const isTimed = this.counts.untimed === null
    const stream = builder.openRequests(this.#domain, 'requests', resolution)
    this.#requests.tell(stream, fromEpochSeconds, toEpochSeconds)
    stream.close(isTimed)
    for (const { from, to } of this.#open)
      if (to > fromEpochSeconds && from < toEpochSeconds)
        builder.coverRequests(
          this.#domain,
          'requests',
          Math.max(from, fromEpochSeconds),
          Math.min(to, toEpochSeconds),
          isTimed,
        )
  }

  /**
   * Each connection measures the difference anew, and a little differently. Less than the stamps can
   * show must not move them: those at the beginning of a window would leave it.
   */
  #setClock({ logMinusOursSeconds = 0 }: LogOpening): void {
    const changed = Math.abs(logMinusOursSeconds - this.#logMinusOurs)
    if (changed >= STAMP_SECONDS[this.#format.resolution]) this.#logMinusOurs = logMinusOursSeconds
  }

  #newSplitter(): LineSplitter {
    return new LineSplitter(
      {
        line: (text, from, to) => {
          if (to > from) this.#line(text, from, to)
        },
        tooLong: (start) =>
          this.#reject(start, {
            reason: `the line is longer than ${MAX_LINE_BYTES} bytes`,
            expected: 'text lines',
          }),
      },
      MAX_LINE_BYTES,
    )
  }

  #line(text: string, from: number, to: number): void {
    if (text.charCodeAt(from) === COMMENT) {
      this.#format.parser.comment?.(text.slice(from, to))
      return
    }
    const request = this.#requestIn(text, from, to)
    if (request === null) {
      this.counts.setAside++
      return
    }
    if ('reason' in request) {
      this.#reject(text.slice(from, to), request)
      return
    }
    if (this.#isFirstLine) this.#reachBack(request.endEpochSeconds)
    this.#isFirstLine = false
    this.#keep(request)
  }

  #requestIn(text: string, from: number, to: number): KeptRequest | Rejection | null {
    const { parser } = this.#format
    if (!parser.parse(text, from, to)) return parser.rejection
    if (parser.setAside !== null) return null
    const { startEpochSeconds: stampEpochSeconds, durationSeconds, isError, bytes } = parser
    const startEpochSeconds = stampEpochSeconds - this.#logMinusOurs
    const endEpochSeconds = startEpochSeconds + (durationSeconds >= 0 ? durationSeconds : 0)
    const { latestEpochSeconds, keepSeconds } = this.#time
    if (!(endEpochSeconds <= latestEpochSeconds + keepSeconds))
      return { reason: 'the time is in the future, or none', expected: 'a time that has come' }
    return {
      stampEpochSeconds,
      startEpochSeconds,
      endEpochSeconds,
      durationSeconds,
      isError,
      bytes,
    }
  }

  #keep(request: KeptRequest): void {
    const { startEpochSeconds, endEpochSeconds } = request
    const { fromEpochSeconds } = this.#time
    if (endEpochSeconds < fromEpochSeconds) {
      this.#requests.pass(startEpochSeconds)
      this.counts.tooOld++
      return
    }
    if (!this.#requests.add(request)) {
      this.counts.repeated++
      return
    }
    this.counts.accepted++
    this.#learnResolution(request.durationSeconds)
    if (startEpochSeconds < fromEpochSeconds) this.counts.beganTooEarly++
    this.#time.change(startEpochSeconds)
  }

  /** What durations turn out to be holds for those before them, too. */
  #learnResolution(durationSeconds: number): void {
    if (Number.isNaN(durationSeconds)) return
    this.#durations.add(durationSeconds)
    const known = this.#untimed
    if (known === this.counts.untimed) return
    this.counts.untimed = known
    this.#time.change(this.#time.fromEpochSeconds)
  }

  /** Durations are taken for whole seconds until one of them has a fraction. */
  get #untimed(): NoDurationsReason | null {
    if (this.#format.duration === null) return 'not-logged'
    return this.#durations.isWholeSoFar ? 'too-coarse' : null
  }

  /**
   * A log begins with what it still holds. Servers log a request when it ends, so whatever arrived
   * after the end of the first one is there; stamps leave open where in their second or millisecond
   * that was. Whether all of it has come is only known at the next sign of life.
   */
  #reachBack(firstEndEpochSeconds: number): void {
    const range = this.#open.at(-1)!
    const from = firstEndEpochSeconds + STAMP_SECONDS[this.#format.resolution]
    if (from >= range.from) return
    if (range.to === range.from) range.to = from
    range.from = from
    this.#time.change(range.from)
  }

  #reject(text: string, rejection: Rejection): void {
    this.counts.rejected++
    const line = this.#lines.lines
    this.counts.lastRejected = { line, excerpt: excerpt(text), ...rejection }
  }
}
