import type {
  CpuStats,
  Observation,
  ObservationSet,
  RequestStats,
  TimeResolution,
} from '../observation.ts'
import { TraceError } from '../trace-error.ts'
import { toBoth } from './both-sinks.ts'
import type { CpuAmounts } from './cpu-cell.ts'
import type { CpuMeter } from './cpu-meter.ts'
import { CpuTracks } from './cpu-tracks.ts'
import { DistinctRequests } from './distinct-requests.ts'
import { overlapOf, type Range } from './ranges.ts'
import { RequestCell } from './request-cell.ts'
import type { RequestReceiver, RequestSink } from './request-sink.ts'
import { type ArrivalTrack, RequestStream } from './request-stream.ts'
import { RequestTracks } from './request-tracks.ts'
import { ScheduleStream } from './schedule-stream.ts'
import { type Subject, Subjects } from './subject.ts'
import { type Cell, type RequestSide, WindowGrid } from './window-grid.ts'
import { PartSums } from './window-parts.ts'

interface BuilderOptions {
  /** Whole seconds, or 0.1 for aligning clocks. */
  windowSeconds: number
  /** Number of non-empty windows kept before the window is doubled. Default 4000. */
  maxWindows?: number
  /** Windows start at this time plus multiples of the window. Default 0 (the epoch). */
  originEpochSeconds?: number
  /**
   * How it is known when requests were observed. `as-logged` infers it from the lines themselves;
   * with `as-told` only `coverRequests` says so. Default `as-logged`.
   */
  requestCoverage?: 'as-logged' | 'as-told'
  /** Is given each request that counts, too. */
  alsoInto?: RequestSink
  /** The time that CPU traces cover which another builder reads, in seconds since the origin. */
  focus?: Range | null
}

/** What a builder found in logs of requests, as plain data for another one with the same origin. */
export interface RequestsRead {
  windowSeconds: number
  kept: Range
  sides: Record<RequestSide, SideRead>
}

interface SideRead {
  stampSeconds: number
  tracks: [Subject, ArrivalTrack][]
  cells: [Subject, index: number, RequestStats][]
  repeated: [Subject, number][]
}

const SIDES = ['requests', 'clientRequests'] as const

interface CoveredMeter {
  meter: CpuMeter
  coverageOf(subject: Subject): Range[]
}

interface Covered extends Record<RequestSide, (domain: string) => Range[]> {
  /** Sorted by accuracy, most exact first. */
  meters: CoveredMeter[]
}

/** From this fraction on, a part of a window counts as covered. */
const COVERED = 0.95

/**
 * Combines any number of sources, in any order, into one observation per domain and window. If a
 * source is rejected half-way, the builder contains part of it and must be discarded.
 */
export class ObservationBuilder {
  readonly originEpochSeconds: number
  readonly #requested: number
  readonly #grid: WindowGrid
  readonly #requests: Record<RequestSide, RequestTracks>
  readonly #cpu = new CpuTracks()
  readonly #subjects = new Subjects()
  readonly #distinct: DistinctRequests

  constructor({
    windowSeconds,
    maxWindows = 4000,
    originEpochSeconds = 0,
    requestCoverage = 'as-logged',
    alsoInto,
    focus = null,
  }: BuilderOptions) {
    if (windowSeconds !== 0.1 && (!Number.isInteger(windowSeconds) || windowSeconds < 1))
      throw new TraceError(
        'bad-spec',
        'windowSeconds must be a whole number of at least 1, or 0.1.',
      )
    if (!Number.isInteger(maxWindows) || maxWindows < 1)
      throw new TraceError('bad-spec', 'maxWindows must be a whole number of at least 1.')
    this.#requested = windowSeconds
    this.originEpochSeconds = originEpochSeconds
    const tracksOf = (side: RequestSide) =>
      new RequestTracks(side, windowSeconds, requestCoverage === 'as-told')
    this.#requests = {
      requests: tracksOf('requests'),
      clientRequests: tracksOf('clientRequests'),
    }
    this.#grid = new WindowGrid(windowSeconds, maxWindows)
    this.#grid.focus = focus
    const streams: RequestSink = {
      openRequests: (of, side, resolution) => this.#openStream(of, side, resolution),
    }
    this.#distinct = new DistinctRequests(alsoInto ? toBoth(streams, alsoInto) : streams)
  }

  openRequests(of: Subject, side: RequestSide, resolution: TimeResolution): RequestReceiver {
    return this.#distinct.openRequests(of, side, resolution)
  }

  #openStream(of: Subject, side: RequestSide, resolution: TimeResolution): RequestStream {
    const { originEpochSeconds } = this
    const subject = this.#subjects.keyOf(of)
    const tracks = this.#requests[side]
    tracks.stampedTo(resolution)
    return new RequestStream({
      grid: this.#grid,
      subject,
      side,
      track: tracks.of(subject),
      resolution,
      longestGapSeconds: tracks.longestGapSeconds,
      originEpochSeconds,
    })
  }

  /**
   * Says that every request of a domain in this time is among those added, so that a window without
   * any has 0 arrivals. Only for builders with the coverage `as-told`.
   *
   * @param hasDurations whether the log has durations, even if no request of this time shows it
   */
  coverRequests(
    of: Subject,
    side: RequestSide,
    fromEpoch: number,
    toEpoch: number,
    hasDurations: boolean,
  ): void {
    const from = fromEpoch - this.originEpochSeconds
    const to = toEpoch - this.originEpochSeconds
    const track = this.#requests[side].of(this.#subjects.keyOf(of))
    track.told.push({ from, to })
    track.hasDurations ||= hasDurations
  }

  /**
   * Adds the CPU time of one domain over one interval; windows get their share of it. What a file
   * before covers is left out: a copy, or one that was pulled again.
   */
  addCpu(meter: CpuMeter, of: Subject, fromEpoch: number, toEpoch: number, c: CpuAmounts) {
    const subject = this.#subjects.keyOf(of)
    const interval = {
      from: fromEpoch - this.originEpochSeconds,
      to: toEpoch - this.originEpochSeconds,
    }
    for (const part of this.#cpu.unknownIn(meter, subject, interval))
      this.#spread(meter, subject, part, c, interval.to - interval.from)
  }

  #spread(meter: CpuMeter, subject: Subject, part: Range, c: CpuAmounts, seconds: number): void {
    const { from, to } = part
    for (let at = from; at < to; ) {
      const cell = this.#grid.cellAt(subject, at).cpu(meter)
      const { windowSeconds, parts } = this.#grid
      const windowEnd = (this.#grid.indexOf(at) + 1) * windowSeconds
      const end = Math.min(to, windowEnd)
      const fraction = (end - at) / seconds
      cell.add(c, fraction)
      const position = parts - ((windowEnd - at) * parts) / windowSeconds
      const length = ((end - at) * parts) / windowSeconds
      cell.usedByPart.spread(position, position + length, c.usedSeconds * fraction)
      at = end
    }
  }

  /** For a trace with every state change of a domain's vCPUs. */
  openSchedule(meter: CpuMeter, of: Subject, startEpochSeconds: number): ScheduleStream {
    const subject = this.#subjects.keyOf(of)
    const startSeconds = startEpochSeconds - this.originEpochSeconds
    this.#cpu.of(meter, subject)
    return new ScheduleStream(this.#grid, meter, subject, startSeconds)
  }

  /** Adds the time over which a meter observed a domain, even if the domain never ran. */
  coverCpu(meter: CpuMeter, of: Subject, fromEpoch: number, toEpoch: number): void {
    const from = fromEpoch - this.originEpochSeconds
    const to = toEpoch - this.originEpochSeconds
    this.#cpu.of(meter, this.#subjects.keyOf(of)).ranges.push({ from, to })
  }

  /**
   * Says that a file of CPU times has ended: what it covers is not counted again in another. Windows
   * near it are the last to be forgotten, so files of CPU times should be read first.
   */
  endFile(): void {
    this.#cpu.endFile()
    this.#grid.focus = this.#cpu.span()
  }

  /**
   * Marks a time in which the meter was silent about everything it observes, so that none of it
   * counts as covered.
   */
  uncoverCpu(meter: CpuMeter, of: Subject, fromEpoch: number, toEpoch: number): void {
    const from = fromEpoch - this.originEpochSeconds
    const to = toEpoch - this.originEpochSeconds
    this.#cpu.of(meter, this.#subjects.keyOf(of)).holes.push({ from, to })
  }

  /** Sets the amount to null for this domain, in all its windows. */
  distrust(meter: CpuMeter, of: Subject, amount: keyof CpuAmounts): void {
    this.#cpu.of(meter, this.#subjects.keyOf(of)).untrusted.add(amount)
  }

  /** The time that the CPU traces so far cover, in seconds since the origin; null without any. */
  get focus(): Range | null {
    return this.#grid.focus
  }

  /** What the logs gave, for `addRequests` of another builder; in place of `finish`. */
  takeRequests(): RequestsRead {
    const sideOf = (side: RequestSide): SideRead => {
      const tracks = this.#requests[side]
      return {
        stampSeconds: tracks.stampSeconds,
        tracks: tracks.subjects().map((subject) => [subject, tracks.of(subject)]),
        cells: [...this.#grid.requestCells(side)].map(([subject, index, cell]) => [
          subject,
          index,
          cell.toStats(0, true, () => true),
        ]),
        repeated: this.#distinct.repeated(side),
      }
    }
    return {
      windowSeconds: this.#grid.windowSeconds,
      kept: this.#grid.kept,
      sides: { requests: sideOf('requests'), clientRequests: sideOf('clientRequests') },
    }
  }

  /**
   * Adds what another builder read. Its files must be of other domains than all files here, because
   * requests that stand in two files are found while they are read; or, with `continues`, they are the
   * next part of the only file of these domains.
   */
  addRequests({ windowSeconds, kept, sides }: RequestsRead, continues = false): void {
    for (const side of SIDES) {
      const { stampSeconds, tracks, cells, repeated } = sides[side]
      for (const [of, index, stats] of cells) {
        const cell = RequestCell.of(stats, PartSums.of(stats.arrivalsByPart))
        const parts = stats.arrivalsByPart.length
        const window = { index, windowSeconds, parts, cell }
        this.#grid.addRequests(this.#subjects.keyOf(of), side, window)
      }
      for (const [of, track] of tracks) {
        const subject = this.#subjects.keyOf(of)
        const gaps = this.#requests[side].add(subject, track, stampSeconds, continues)
        this.#addGaps(subject, side, gaps)
      }
      for (const [of, count] of repeated) this.#distinct.addRepeated(side, of, count)
    }
    this.#grid.keepOnlyWithin(kept)
  }

  #addGaps(subject: Subject, side: RequestSide, gaps: { end: number; seconds: number }[]): void {
    for (const { end, seconds } of gaps)
      this.#grid.cellAt(subject, end).request(side).gaps.add(seconds)
  }

  /** Call once, after the last source. */
  finish(): ObservationSet {
    for (const side of SIDES) {
      this.#joinFiles(side)
      this.#addSilentWindows(side)
    }
    const meters = this.#cpu.meters().map((meter) => {
      const coverageOf = this.#cpu.coverageOf(meter)
      // A domain for which it wrote nothing received no CPU time: that is zero, not unknown.
      if (meter.silentWhenIdle)
        for (const subject of this.#cpu.subjects(meter))
          this.#inEachWindow(subject, coverageOf(subject), (cell) => cell.cpu(meter))
      return { meter, coverageOf }
    })
    const covered: Covered = {
      requests: this.#requests.requests.coverage(this.#grid.windowSeconds),
      clientRequests: this.#requests.clientRequests.coverage(this.#grid.windowSeconds),
      meters,
    }
    const observations: Observation[] = []
    for (const domain of this.#grid.domains())
      for (const [index, cell] of this.#grid.cellsOf(domain))
        observations.push(this.#observe(domain, index, cell, covered))
    return {
      windowSeconds: this.#grid.windowSeconds,
      requestedWindowSeconds: this.#requested,
      originEpochSeconds: this.originEpochSeconds,
      observations,
      notes: this.#notes(),
    }
  }

  #observe(domain: string, index: number, cell: Cell, covered: Covered): Observation {
    const { windowSeconds, parts } = this.#grid
    const from = index * windowSeconds
    const partSeconds = windowSeconds / parts
    const coveredSeconds = (ranges: Range[]) => overlapOf(ranges, from, from + windowSeconds)
    const isCovered = (ranges: Range[]) => {
      const whole = coveredSeconds(ranges)
      if (whole === 0 || whole === windowSeconds) return () => whole > 0
      return (part: number) => {
        const begin = from + part * partSeconds
        return overlapOf(ranges, begin, begin + partSeconds) >= COVERED * partSeconds
      }
    }
    const requestStats = (side: RequestSide) => {
      const ranges = covered[side](domain)
      const knowsEnds = this.#requests[side].knowsEnds(domain)
      return cell[side]?.toStats(coveredSeconds(ranges), knowsEnds, isCovered(ranges)) ?? null
    }
    const cpuStats = ({ meter, coverageOf }: CoveredMeter) => {
      const ranges = coverageOf(domain)
      const { untrusted } = this.#cpu.of(meter, domain)
      const measured = cell.measuredBy(meter)
      return measured?.toStats(meter, coveredSeconds(ranges), untrusted, isCovered(ranges)) ?? null
    }
    return {
      domain,
      windowStartEpochSeconds: this.originEpochSeconds + from,
      windowSeconds,
      requests: requestStats('requests'),
      clientRequests: requestStats('clientRequests'),
      cpu: covered.meters.reduce<CpuStats | null>((best, each) => best ?? cpuStats(each), null),
    }
  }

  /**
   * Adds the gaps between the end of one file and the start of the next, in whatever order they
   * were read.
   */
  #joinFiles(side: RequestSide): void {
    const tracks = this.#requests[side]
    for (const subject of tracks.subjects()) {
      for (const [second, count] of tracks.of(subject).edgeSeconds)
        this.#grid.cellAt(subject, second).request(side).countSecond(count)
      this.#addGaps(subject, side, tracks.gapsBetweenFiles(subject))
    }
  }

  /** A domain whose log was open and silent had no requests: that is zero, not unknown. */
  #addSilentWindows(side: RequestSide): void {
    const tracks = this.#requests[side]
    for (const subject of tracks.subjects())
      this.#inEachWindow(subject, tracks.of(subject).told, (cell) => cell.request(side))
  }

  #inEachWindow(subject: Subject, ranges: readonly Range[], doWith: (cell: Cell) => void): void {
    for (const { from, to } of ranges)
      for (let at = from; at < to; ) {
        doWith(this.#grid.cellAt(subject, at))
        at = (this.#grid.indexOf(at) + 1) * this.#grid.windowSeconds
      }
  }

  #timeOf(seconds: number): string {
    const date = new Date((this.originEpochSeconds + seconds) * 1000)
    return `${date.toISOString().slice(0, 19)}Z`
  }

  #notes(): string[] {
    const notes: string[] = []
    const { windowSeconds, kept } = this.#grid
    if (Number.isFinite(kept.from))
      notes.push(
        `Only ${this.#timeOf(kept.from)} to ${this.#timeOf(kept.to)}, around the CPU trace, is looked at in windows of ${windowSeconds} s. The logs cover more time than the number of windows allows. Longer windows take in all of it.`,
      )
    if (windowSeconds !== this.#requested)
      notes.push(
        `Windows are ${windowSeconds} s long instead of ${this.#requested} s: the traces cover more time than the number of windows allows.`,
      )
    for (const side of SIDES)
      notes.push(...this.#distinct.notes(side), ...this.#requests[side].notes())
    notes.push(...this.#cpu.notes())
    return notes
  }
}
