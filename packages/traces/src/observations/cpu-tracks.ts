import type { CpuAmounts } from './cpu-cell.ts'
import type { CpuMeter } from './cpu-meter.ts'
import { type Range, union, without } from './ranges.ts'
import { isLeftOut, type Subject } from './subject.ts'

interface CpuTrack {
  ranges: Range[]
  /** Times within `ranges` in which nothing was measured. */
  holes: Range[]
  /** Amounts that the tool prints but does not really measure. */
  untrusted: Set<keyof CpuAmounts>
  /** What the files cover that have been read to their end. */
  ended: Range[]
  /** The time that stands in two files. */
  repeatedSeconds: number
}

/** Less is the edge of two traces, not worth a word. */
const SHARED_SECONDS = 4

/** The coverage of each meter. Times are seconds since the builder's origin. */
export class CpuTracks {
  readonly #byMeter = new Map<CpuMeter, Map<Subject, CpuTrack>>()

  of(meter: CpuMeter, subject: Subject): CpuTrack {
    const tracks = this.#byMeter.get(meter) ?? new Map<Subject, CpuTrack>()
    this.#byMeter.set(meter, tracks)
    const track = tracks.get(subject) ?? {
      ranges: [],
      holes: [],
      untrusted: new Set(),
      ended: [],
      repeatedSeconds: 0,
    }
    tracks.set(subject, track)
    return track
  }

  /** What comes next is of another file. */
  endFile(): void {
    for (const tracks of this.#byMeter.values())
      for (const track of tracks.values()) track.ended = union(track.ranges, 0)
  }

  /** The parts of this time that no file before covers. */
  unknownIn(meter: CpuMeter, subject: Subject, interval: Range): Range[] {
    const track = this.of(meter, subject)
    if (track.ended.length === 0) return [interval]
    const unknown = without([interval], track.ended)
    const seconds = unknown.reduce((sum, { from, to }) => sum + to - from, 0)
    track.repeatedSeconds += interval.to - interval.from - seconds
    return unknown
  }

  /** From the first to the last that was measured, by a tool on the host if any did; null for none. */
  span(): Range | null {
    const meters = this.meters()
    const onHost = meters.filter(({ watches }) => watches === 'host')
    const ranges = (onHost.length > 0 ? onHost : meters).flatMap((meter) =>
      [...this.#byMeter.get(meter)!.values()].flatMap((track) => union(track.ranges, 0)),
    )
    if (ranges.length === 0) return null
    return {
      from: Math.min(...ranges.map(({ from }) => from)),
      to: Math.max(...ranges.map(({ to }) => to)),
    }
  }

  /** Sorted by accuracy, most exact first. */
  meters(): CpuMeter[] {
    return [...this.#byMeter.keys()].sort((a, b) => a.rank - b.rank)
  }

  subjects(meter: CpuMeter): Subject[] {
    return [...(this.#byMeter.get(meter)?.keys() ?? [])]
  }

  coverageOf(meter: CpuMeter): (subject: Subject) => Range[] {
    const tracks = this.#byMeter.get(meter) ?? new Map<Subject, CpuTrack>()
    const covered = (some: CpuTrack[]) =>
      without(
        union(
          some.flatMap(({ ranges }) => ranges),
          meter.joinSeconds,
        ),
        some.flatMap(({ holes }) => holes),
      )
    if (meter.coversAbsent) {
      const all = covered([...tracks.values()])
      return () => all
    }
    const bySubject = new Map([...tracks].map(([subject, track]) => [subject, covered([track])]))
    return (subject) => bySubject.get(subject) ?? []
  }

  notes(): string[] {
    return this.meters().flatMap((meter) =>
      [...this.#byMeter.get(meter)!].flatMap(([subject, { repeatedSeconds }]) =>
        isLeftOut(subject) || repeatedSeconds < SHARED_SECONDS
          ? []
          : `Two ${meter.id} logs of ${subject} cover the same ${Math.round(repeatedSeconds)} s: they count once.`,
      ),
    )
  }
}
