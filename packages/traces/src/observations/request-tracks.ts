import type { TimeResolution } from '../observation.ts'
import { anyOverlap, type Range, union } from './ranges.ts'
import { requestCoverage } from './request-coverage.ts'
import type { ArrivalTrack } from './request-stream.ts'
import { isLeftOut, type Subject } from './subject.ts'
import type { RequestSide } from './window-grid.ts'

/** A pause longer than this (or than a window) does not count as a gap between two arrivals. */
const LONGEST_GAP_SECONDS = 60
/** The length of the steps in which stamps count; microseconds are taken for exact. */
export const STAMP_SECONDS: Record<TimeResolution, number> = {
  second: 1,
  millisecond: 1e-3,
  microsecond: 0,
}
/** What the files of each side are called. */
export const LOGS = { requests: 'access logs', clientRequests: 'client times' }

interface FileGap {
  end: number
  seconds: number
}

/**
 * What one side (servers or clients) says of requests beyond single windows. Times are seconds since
 * the builder's origin.
 */
export class RequestTracks {
  readonly longestGapSeconds: number
  readonly #side: RequestSide
  readonly #isTold: boolean
  readonly #bySubject = new Map<Subject, ArrivalTrack>()
  /** The coarsest time stamps, in seconds. */
  #stampSeconds = 0

  constructor(side: RequestSide, windowSeconds: number, isTold: boolean) {
    this.#side = side
    this.#isTold = isTold
    this.longestGapSeconds = Math.max(LONGEST_GAP_SECONDS, windowSeconds)
  }

  of(subject: Subject): ArrivalTrack {
    let track = this.#bySubject.get(subject)
    if (!track) {
      track = {
        segments: [],
        edgeSeconds: new Map(),
        told: [],
        hasDurations: false,
        isUntimed: false,
      }
      this.#bySubject.set(subject, track)
    }
    return track
  }

  stampedTo(resolution: TimeResolution): void {
    this.#stampSeconds = Math.max(this.#stampSeconds, STAMP_SECONDS[resolution])
  }

  subjects(): Subject[] {
    return [...this.#bySubject.keys()]
  }

  get stampSeconds(): number {
    return this.#stampSeconds
  }

  /**
   * Adds what was read elsewhere of one domain.
   * @param continues whether it is the next part of the file that was added last
   * @returns the gap between the two parts of that file
   */
  add(subject: Subject, read: ArrivalTrack, stampSeconds: number, continues: boolean): FileGap[] {
    this.#stampSeconds = Math.max(this.#stampSeconds, stampSeconds)
    const track = this.of(subject)
    for (const [second, count] of read.edgeSeconds)
      track.edgeSeconds.set(second, (track.edgeSeconds.get(second) ?? 0) + count)
    track.told.push(...read.told)
    track.hasDurations ||= read.hasDurations
    track.isUntimed ||= read.isUntimed
    const [next, before] = [read.segments[0], track.segments.at(-1)]
    if (!continues || !next || !before) {
      track.segments.push(...read.segments)
      return []
    }
    track.segments.splice(-1, 1, {
      from: Math.min(before.from, next.from),
      to: Math.max(before.to, next.to),
      late: before.late + next.late,
      logged: {
        from: before.logged.from,
        to: Math.max(before.logged.to, next.logged.to),
        requests: before.logged.requests + next.logged.requests,
      },
      hasDurations: before.hasDurations || next.hasDurations,
    })
    return [{ end: next.from, seconds: next.from - before.to }].filter((gap) => this.#counts(gap))
  }

  #counts({ seconds }: FileGap): boolean {
    return seconds >= 0 && seconds <= this.longestGapSeconds
  }

  /** The gaps between the end of one file and the start of the next, by when they end. */
  gapsBetweenFiles(subject: Subject): FileGap[] {
    const sorted = [...this.of(subject).segments].sort((a, b) => a.from - b.from)
    return sorted
      .slice(1)
      .map(({ from }, index) => ({ end: from, seconds: from - sorted[index]!.to }))
      .filter((gap) => this.#counts(gap))
  }

  knowsEnds(subject: Subject): boolean {
    const track = this.#bySubject.get(subject)
    if (!track || track.isUntimed) return false
    return track.hasDurations || track.segments.some((s) => s.hasDurations)
  }

  /** @param windowSeconds length of the windows by now */
  coverage(windowSeconds: number): (subject: Subject) => Range[] {
    const tracks = [...this.#bySubject]
    if (this.#isTold) {
      const told = new Map(tracks.map(([subject, track]) => [subject, union(track.told, 0)]))
      return (subject) => told.get(subject) ?? []
    }
    const logged = requestCoverage(
      tracks.flatMap(([, { segments }]) => segments.map((segment) => segment.logged)),
      { joinSeconds: this.longestGapSeconds, windowSeconds, stampSeconds: this.#stampSeconds },
    )
    return () => logged
  }

  notes(): string[] {
    const notes: string[] = []
    const what = LOGS[this.#side]
    for (const [domain, { segments }] of this.#bySubject) {
      if (isLeftOut(domain)) continue
      if (anyOverlap(segments, LONGEST_GAP_SECONDS))
        notes.push(
          `Two ${what} of ${domain} cover the same time: their requests are added, and inter-arrival times come from each file alone.`,
        )
      const late = segments.reduce((sum, segment) => sum + segment.late, 0)
      if (late > 0)
        notes.push(
          `${late} requests of ${domain} (${what}) were logged long after they arrived: they count as arrivals, but not in inter-arrival times.`,
        )
    }
    return notes
  }
}
