import type { TimeResolution } from '../observation.ts'
import { RepeatFilter } from './repeat-filter.ts'
import type { RequestReceiver, RequestSink } from './request-sink.ts'
import { LOGS } from './request-tracks.ts'
import type { SaidSeconds } from './said-seconds.ts'
import { isLeftOut, type Subject, Subjects } from './subject.ts'
import type { RequestSide } from './window-grid.ts'

/** What the files so far said of one domain, to know what stands in two of them. */
interface Told {
  said: SaidSeconds[]
  repeated: number
}

/**
 * Passes on each request once, in however many files it stands. All files of what is judged together
 * go through one of these, from whichever uploads they come.
 */
export class DistinctRequests implements RequestSink {
  readonly #into: RequestSink
  readonly #subjects = new Subjects()
  readonly #told: Record<RequestSide, Map<Subject, Told>> = {
    requests: new Map(),
    clientRequests: new Map(),
  }

  constructor(into: RequestSink) {
    this.#into = into
  }

  openRequests(of: Subject, side: RequestSide, resolution: TimeResolution): RequestReceiver {
    const subject = this.#subjects.keyOf(of)
    const bySubject = this.#told[side]
    const told = bySubject.get(subject) ?? { said: [], repeated: 0 }
    bySubject.set(subject, told)
    return new RepeatFilter(
      this.#into.openRequests(subject, side, resolution),
      told.said,
      (count) => {
        told.repeated += count
      },
    )
  }

  /** How many requests of each domain stood in two files. */
  repeated(side: RequestSide): [Subject, number][] {
    return [...this.#told[side]].map(([subject, { repeated }]) => [subject, repeated])
  }

  /** Counts what was found elsewhere, in files of domains that no file here is about. */
  addRepeated(side: RequestSide, of: Subject, repeated: number): void {
    const subject = this.#subjects.keyOf(of)
    const told = this.#told[side].get(subject) ?? { said: [], repeated: 0 }
    told.repeated += repeated
    this.#told[side].set(subject, told)
  }

  notes(side: RequestSide): string[] {
    return [...this.#told[side]].flatMap(([subject, { repeated }]) =>
      repeated === 0 || isLeftOut(subject)
        ? []
        : `${repeated} requests of ${subject} stand in two files (${LOGS[side]}): each counts once.`,
    )
  }
}
