import type { CpuStats, Observation, ObservationSet, TimeResolution } from '../observation.ts'
import { TraceError } from '../trace-error.ts'
import type { CpuAmounts } from './cpu-cell.ts'
import { anyOverlap, overlapOf, type Range, union, without } from './ranges.ts'
import { requestCoverage } from './request-coverage.ts'
import { type ArrivalTrack, RequestStream } from './request-stream.ts'
import { ScheduleStream } from './schedule-stream.ts'
import {
  type Cell,
  CPU_SOURCES,
  type CpuSource,
  type RequestSide,
  WindowGrid,
} from './window-grid.ts'

export interface BuilderOptions {
  /** Whole seconds; or 0.1, for aligning clocks. */
  windowSeconds: number
  /** Non-empty windows kept before the window is doubled; default 4000. */
  maxWindows?: number
  /** Windows start at this time plus multiples of the window; default 0 (the epoch). */
  originEpochSeconds?: number
}

interface CpuTrack {
  ranges: Range[]
  /** When nobody was watched, of the times within `ranges`. */
  holes: Range[]
  /** Amounts that the tool prints but does not measure. */
  untrusted: Set<keyof CpuAmounts>
}

type Covered = Record<RequestSide | CpuSource, Range[]>

const SECONDS_OF: Record<TimeResolution, number> = { second: 1, millisecond: 1e-3, microsecond: 0 }

/** A pause longer than this (or than a window) is not counted as a gap between two arrivals. */
const LONGEST_GAP_SECONDS = 60
/** Pieces of CPU traces closer than this are one trace; a gap in xentrace is one, however short. */
const JOIN_SECONDS: Record<CpuSource, number> = { xentrace: 0, xenmon: 2, xentop: 2 }
/** From this share on a part of a window counts as watched. */
const COVERED = 0.95
/** Traces that share less than this do not count as two of the same time. */
const SHARED_SECONDS = 4

/**
 * Gathers any number of sources, in any order, into one observation per domain and window.
 * When a source is refused half-way, the builder holds part of it: throw the builder away.
 */
export class ObservationBuilder {
  readonly originEpochSeconds: number
  readonly #requested: number
  readonly #grid: WindowGrid
  readonly #arrivals = {
    requests: new Map<string, ArrivalTrack>(),
    clientRequests: new Map<string, ArrivalTrack>(),
  }
  /** The coarsest stamps of each side. */
  readonly #stampSeconds = { requests: 0, clientRequests: 0 }
  readonly #cpu = {
    xentrace: new Map<string, CpuTrack>(),
    xenmon: new Map<string, CpuTrack>(),
    xentop: new Map<string, CpuTrack>(),
  }

  constructor({ windowSeconds, maxWindows = 4000, originEpochSeconds = 0 }: BuilderOptions) {
    if (windowSeconds !== 0.1 && (!Number.isInteger(windowSeconds) || windowSeconds < 1))
      throw new TraceError(
        'bad-spec',
        'windowSeconds must be a whole number of at least 1, or 0.1.',
      )
    if (!Number.isInteger(maxWindows) || maxWindows < 1)
      throw new TraceError('bad-spec', 'maxWindows must be a whole number of at least 1.')
    this.#requested = windowSeconds
    this.originEpochSeconds = originEpochSeconds
    this.#grid = new WindowGrid(windowSeconds, maxWindows)
  }

  openRequests(domain: string, side: RequestSide, resolution: TimeResolution): RequestStream {
    const { originEpochSeconds } = this
    const grid = this.#grid
    const track = getOrAdd(this.#arrivals[side], domain, () => ({
      segments: [],
      edgeSeconds: new Map(),
    }))
    this.#stampSeconds[side] = Math.max(this.#stampSeconds[side], SECONDS_OF[resolution])
    const longestGapSeconds = Math.max(LONGEST_GAP_SECONDS, this.#requested)
    return new RequestStream({
      grid,
      domain,
      side,
      track,
      resolution,
      longestGapSeconds,
      originEpochSeconds,
    })
  }

  /** CPU of one domain over one interval; windows get their share of it. */
  addCpu(source: CpuSource, domain: string, fromEpoch: number, toEpoch: number, c: CpuAmounts) {
    const from = fromEpoch - this.originEpochSeconds
    const to = toEpoch - this.originEpochSeconds
    this.#cpuTrack(source, domain)
    for (let at = from; at < to; ) {
      const cell = this.#grid.cellAt(domain, at).cpu(source)
      const { windowSeconds, parts } = this.#grid
      const windowEnd = (this.#grid.indexOf(at) + 1) * windowSeconds
      const end = Math.min(to, windowEnd)
      const fraction = (end - at) / (to - from)
      cell.add(c, fraction)
      const position = parts - ((windowEnd - at) * parts) / windowSeconds
      const length = ((end - at) * parts) / windowSeconds
      cell.usedByPart.spread(position, position + length, c.usedSeconds * fraction)
      at = end
    }
  }

  /** For a trace that tells each state of a domain's vCPUs. */
  openSchedule(domain: string, startEpochSeconds: number): ScheduleStream {
    this.#cpuTrack('xentrace', domain)
    return new ScheduleStream(this.#grid, domain, startEpochSeconds - this.originEpochSeconds)
  }

  /** The time over which a CPU source watched a domain, also where the domain never ran. */
  coverCpu(source: CpuSource, domain: string, fromEpoch: number, toEpoch: number): void {
    const from = fromEpoch - this.originEpochSeconds
    this.#cpuTrack(source, domain).ranges.push({ from, to: toEpoch - this.originEpochSeconds })
  }

  /** The source was silent about all domains, so that none of them counts as watched. */
  uncoverCpu(source: CpuSource, domain: string, fromEpoch: number, toEpoch: number): void {
    const from = fromEpoch - this.originEpochSeconds
    this.#cpuTrack(source, domain).holes.push({ from, to: toEpoch - this.originEpochSeconds })
  }

  /** The amount becomes null for this domain, in all its windows. */
  distrust(source: CpuSource, domain: string, amount: keyof CpuAmounts): void {
    this.#cpuTrack(source, domain).untrusted.add(amount)
  }

  /** Call once, after the last source. */
  finish(): ObservationSet {
    this.#joinFiles('requests')
    this.#joinFiles('clientRequests')
    const covered: Covered = {
      requests: this.#requestCoverageOf('requests'),
      clientRequests: this.#requestCoverageOf('clientRequests'),
      xentrace: this.#coverageOf('xentrace'),
      xenmon: this.#coverageOf('xenmon'),
      xentop: this.#coverageOf('xentop'),
    }
    this.#addUnseenCpuWindows('xenmon', covered.xenmon)
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

  #cpuTrack(source: CpuSource, domain: string): CpuTrack {
    return getOrAdd(this.#cpu[source], domain, () => ({
      ranges: [],
      holes: [],
      untrusted: new Set(),
    }))
  }

  #observe(domain: string, index: number, cell: Cell, covered: Covered): Observation {
    const { windowSeconds, parts } = this.#grid
    const from = index * windowSeconds
    const partSeconds = windowSeconds / parts
    const coveredSeconds = (by: keyof Covered) => overlapOf(covered[by], from, from + windowSeconds)
    const isCovered = (by: keyof Covered) => {
      const whole = coveredSeconds(by)
      if (whole === 0 || whole === windowSeconds) return () => whole > 0
      return (part: number) => {
        const begin = from + part * partSeconds
        return overlapOf(covered[by], begin, begin + partSeconds) >= COVERED * partSeconds
      }
    }
    const requestStats = (side: RequestSide) =>
      cell[side]?.toStats(coveredSeconds(side), this.#knowsEnds(side, domain), isCovered(side)) ??
      null
    const cpuStats = (source: CpuSource) =>
      cell[source]?.toStats(
        source,
        coveredSeconds(source),
        this.#cpuTrack(source, domain).untrusted,
        isCovered(source),
      ) ?? null
    return {
      domain,
      windowStartEpochSeconds: this.originEpochSeconds + from,
      windowSeconds,
      requests: requestStats('requests'),
      clientRequests: requestStats('clientRequests'),
      cpu: CPU_SOURCES.reduce<CpuStats | null>((best, source) => best ?? cpuStats(source), null),
    }
  }

  /** Arrivals between the end of one file and the start of the next, whatever order they came in. */
  #joinFiles(side: RequestSide): void {
    const longest = Math.max(LONGEST_GAP_SECONDS, this.#requested)
    for (const [domain, track] of this.#arrivals[side]) {
      for (const [second, count] of track.edgeSeconds)
        this.#grid.cellAt(domain, second).request(side).countSecond(count)
      const sorted = [...track.segments].sort((a, b) => a.from - b.from)
      for (let i = 1; i < sorted.length; i++) {
        const gap = sorted[i]!.from - sorted[i - 1]!.to
        if (gap >= 0 && gap <= longest)
          this.#grid.cellAt(domain, sorted[i]!.from).request(side).gaps.add(gap)
      }
    }
  }

  #knowsEnds(side: RequestSide, domain: string): boolean {
    return this.#arrivals[side].get(domain)?.segments.some((s) => s.hasDurations) ?? false
  }

  #requestCoverageOf(side: RequestSide): Range[] {
    const segments = [...this.#arrivals[side].values()].flatMap((track) => track.segments)
    return requestCoverage(
      segments.map(({ logged }) => logged),
      {
        joinSeconds: Math.max(LONGEST_GAP_SECONDS, this.#requested),
        windowSeconds: this.#grid.windowSeconds,
        stampSeconds: this.#stampSeconds[side],
      },
    )
  }

  #coverageOf(source: CpuSource): Range[] {
    const tracks = [...this.#cpu[source].values()]
    const watched = tracks.flatMap((track) => track.ranges)
    const holes = tracks.flatMap((track) => track.holes)
    return without(union(watched, JOIN_SECONDS[source]), holes)
  }

  /** xenmon writes no row for a domain that did not run: its CPU was zero, not unknown. */
  #addUnseenCpuWindows(source: CpuSource, covered: Range[]): void {
    for (const domain of this.#cpu[source].keys())
      for (const range of covered)
        for (let at = range.from; at < range.to; ) {
          this.#grid.cellAt(domain, at).cpu(source)
          at = (this.#grid.indexOf(at) + 1) * this.#grid.windowSeconds
        }
  }

  #notes(): string[] {
    const notes: string[] = []
    const { windowSeconds } = this.#grid
    if (windowSeconds !== this.#requested)
      notes.push(
        `Windows of ${windowSeconds} s instead of ${this.#requested} s: the traces cover more time than the number of windows allows.`,
      )
    for (const side of ['requests', 'clientRequests'] as const)
      for (const [domain, { segments }] of this.#arrivals[side]) {
        const what = side === 'requests' ? 'access logs' : 'client times'
        if (anyOverlap(segments, LONGEST_GAP_SECONDS))
          notes.push(
            `Two ${what} of ${domain} cover the same time: their requests are added, and inter-arrival times come from each file alone. If one is a copy of the other, remove it.`,
          )
        const late = segments.reduce((sum, segment) => sum + segment.late, 0)
        if (late > 0)
          notes.push(
            `${late} requests of ${domain} (${what}) were logged long after they arrived: counted as arrivals, left out of inter-arrival times.`,
          )
      }
    for (const source of CPU_SOURCES)
      for (const [domain, { ranges }] of this.#cpu[source])
        if (anyOverlap(ranges, SHARED_SECONDS))
          notes.push(
            `Two ${source} logs of ${domain} cover the same time: their CPU times are added. If one is a copy of the other, remove it.`,
          )
    return notes
  }
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
