import type { TimeResolution } from '../observation.ts'
import { ArrivalOrder } from './arrival-order.ts'
import type { Range } from './ranges.ts'
import type { RequestCell } from './request-cell.ts'
import type { LoggedStretch } from './request-coverage.ts'
import type { RequestReceiver } from './request-sink.ts'
import type { Subject } from './subject.ts'
import type { RequestSide, WindowGrid } from './window-grid.ts'

/** The order of one domain's arrivals in one file, for joining it with other files. */
interface RequestSegment {
  from: number
  to: number
  late: number
  /** The requests in the file, late lines included. */
  logged: LoggedStretch
  hasDurations: boolean
}

/** The data about the arrivals of one domain that does not fit into single windows. */
export interface ArrivalTrack {
  segments: RequestSegment[]
  /** Counts in the first and last second of each file: an adjacent file may share that second. */
  edgeSeconds: Map<number, number>
  /** The times in which all requests are known, where that is told. */
  told: Range[]
  /** Whether the log is said to have durations. */
  hasDurations: boolean
  /** Whether the durations are to be ignored. */
  isUntimed: boolean
}

interface CachedCell {
  index: number
  generation: number
  cell: RequestCell | null
}

function noCell(): CachedCell {
  return { index: Number.NaN, generation: -1, cell: null }
}

/** The requests of one domain in one file. Times are seconds since the builder's origin. */
export class RequestStream implements RequestReceiver {
  readonly #order = new ArrivalOrder((time) => this.#arriveInOrder(time))
  readonly #grid: WindowGrid
  readonly #subject: Subject
  readonly #side: RequestSide
  readonly #track: ArrivalTrack
  readonly #resolution: TimeResolution
  readonly #longestGap: number
  readonly #origin: number
  readonly #arriving = noCell()
  readonly #ordered = noCell()
  readonly #ending = noCell()
  #first = Number.NaN
  #previous = Number.NaN
  #second = Number.NaN
  #secondCount = 0
  #isFirstSecond = true
  #requests = 0
  #hasDurations = false
  #firstEnd = Number.POSITIVE_INFINITY
  #startOfFirstEnded = Number.NaN
  #lastStart = Number.NEGATIVE_INFINITY

  constructor(opts: {
    grid: WindowGrid
    subject: Subject
    side: RequestSide
    track: ArrivalTrack
    resolution: TimeResolution
    longestGapSeconds: number
    originEpochSeconds: number
  }) {
    this.#grid = opts.grid
    this.#subject = opts.subject
    this.#side = opts.side
    this.#track = opts.track
    this.#resolution = opts.resolution
    this.#longestGap = opts.longestGapSeconds
    this.#origin = opts.originEpochSeconds
  }

  /** `durationSeconds` is NaN and `bytes` is -1 when not logged. */
  add(startEpochSeconds: number, durationSeconds: number, isError: boolean, bytes: number): void {
    const time = startEpochSeconds - this.#origin
    const cell = this.#cellAt(time, this.#arriving)
    cell.stampedTo(this.#resolution)
    cell.add(this.#grid.partAt(time), durationSeconds, isError, bytes)
    this.#order.push(time)
    const end = durationSeconds >= 0 ? time + durationSeconds : time
    this.#cellAt(end, this.#ending).complete(isError)
    this.#remember(time, end, durationSeconds >= 0)
  }

  close(isTimed = true): void {
    this.#order.flush()
    if (!isTimed) this.#track.isUntimed = true
    if (Number.isNaN(this.#previous)) return
    this.#addEdge()
    this.#track.segments.push({
      from: this.#first,
      to: this.#previous,
      late: this.#order.late,
      // A server logs a request when it ends. Requests that started earlier than the first to end,
      // but ended later, are stragglers from before the log, when others were not logged.
      logged: { from: this.#startOfFirstEnded, to: this.#lastStart, requests: this.#requests },
      hasDurations: this.#hasDurations,
    })
  }

  #remember(start: number, end: number, hasDuration: boolean): void {
    this.#requests++
    this.#hasDurations ||= hasDuration
    if (start > this.#lastStart) this.#lastStart = start
    if (end >= this.#firstEnd) return
    this.#firstEnd = end
    this.#startOfFirstEnded = start
  }

  #arriveInOrder(time: number): void {
    const second = Math.floor(time)
    if (second !== this.#second) {
      this.#finishSecond()
      this.#second = second
    }
    this.#secondCount++
    if (Number.isNaN(this.#previous)) this.#first = time
    else {
      const gap = time - this.#previous
      if (gap <= this.#longestGap) this.#cellAt(time, this.#ordered).gaps.add(gap)
    }
    this.#previous = time
  }

  #finishSecond(): void {
    if (this.#secondCount === 0) return
    if (this.#isFirstSecond) this.#addEdge()
    else this.#cellAt(this.#second, this.#ordered).countSecond(this.#secondCount)
    this.#isFirstSecond = false
    this.#secondCount = 0
  }

  #addEdge(): void {
    const { edgeSeconds } = this.#track
    edgeSeconds.set(this.#second, (edgeSeconds.get(this.#second) ?? 0) + this.#secondCount)
  }

  #cellAt(time: number, last: CachedCell): RequestCell {
    const grid = this.#grid
    let index = grid.indexOf(time)
    if (index === last.index && grid.generation === last.generation) return last.cell!
    const cell = grid.cellAt(this.#subject, time).request(this.#side)
    index = grid.indexOf(time)
    last.index = index
    last.generation = grid.generation
    last.cell = cell
    return cell
  }
}
