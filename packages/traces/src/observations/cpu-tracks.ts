import type { CpuAmounts } from './cpu-cell.ts'
import type { CpuMeter } from './cpu-meter.ts'
import { anyOverlap, type Range, union, without } from './ranges.ts'
import { isLeftOut, type Subject } from './subject.ts'

export interface CpuTrack {
  ranges: Range[]
  /** Times within `ranges` in which nothing was measured. */
  holes: Range[]
  /** Amounts that the tool prints but does not really measure. */
  untrusted: Set<keyof CpuAmounts>
}

/** Traces that overlap by less than this do not count as covering the same time. */
const SHARED_SECONDS = 4

/** The coverage of each meter. Times are seconds since the builder's origin. */
export class CpuTracks {
  readonly #byMeter = new Map<CpuMeter, Map<Subject, CpuTrack>>()

  of(meter: CpuMeter, subject: Subject): CpuTrack {
    const tracks = this.#byMeter.get(meter) ?? new Map<Subject, CpuTrack>()
    this.#byMeter.set(meter, tracks)
    const track = tracks.get(subject) ?? { ranges: [], holes: [], untrusted: new Set() }
    tracks.set(subject, track)
    return track
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
      [...this.#byMeter.get(meter)!].flatMap(([subject, { ranges }]) =>
        isLeftOut(subject) || !anyOverlap(ranges, SHARED_SECONDS)
          ? []
          : `Two ${meter.id} logs of ${subject} cover the same time: their CPU times are added. If one is a copy of the other, remove it.`,
      ),
    )
  }
}
