import type { TimeResolution } from '../observation.ts'
import { isLeftOut, type Subject } from '../observations/subject.ts'
import type { RequestReceiver, RequestSink } from '../request-sink.ts'
import { TraceError } from '../trace-error.ts'
import type { TracePart } from '../xentrace/read-schedule.ts'

const MOST_REQUESTS = 500_000

/** A request as its server logged it; seconds since the start of the trace. */
export interface LoggedRequest {
  startSeconds: number
  endSeconds: number
}

/** Collects the requests that were in flight at some time in part of a trace. */
export class RequestCollector implements RequestSink {
  /** In the order of their start once `finish` was called. */
  readonly requests = new Map<string, LoggedRequest[]>()
  /** Domains with a log that stamps whole seconds, so that its requests cannot be placed. */
  readonly coarse = new Set<string>()
  /** Requests without a duration. */
  untimed = 0
  #count = 0
  readonly #part: TracePart
  readonly #startEpochSeconds: number

  /** @param startEpochSeconds of the trace */
  constructor(part: TracePart, startEpochSeconds: number) {
    this.#part = part
    this.#startEpochSeconds = startEpochSeconds
  }

  openRequests(
    subject: Subject,
    _side: 'requests' | 'clientRequests',
    resolution: TimeResolution,
  ): RequestReceiver {
    if (isLeftOut(subject)) return NOWHERE
    if (resolution === 'second') {
      this.coarse.add(subject)
      return NOWHERE
    }
    const requests = this.requests.get(subject) ?? []
    this.requests.set(subject, requests)
    return { add: (start, duration) => this.#add(requests, start, duration), close: () => {} }
  }

  /** Call after the last log. */
  finish(): void {
    for (const requests of this.requests.values())
      requests.sort((a, b) => a.startSeconds - b.startSeconds || a.endSeconds - b.endSeconds)
  }

  /** @throws TraceError `too-much-traced` */
  #add(requests: LoggedRequest[], startEpochSeconds: number, durationSeconds: number): void {
    const startSeconds = startEpochSeconds - this.#startEpochSeconds
    if (startSeconds >= this.#part.toSeconds) return
    if (Number.isNaN(durationSeconds)) {
      if (startSeconds >= this.#part.fromSeconds) this.untimed++
      return
    }
    const endSeconds = startSeconds + durationSeconds
    if (endSeconds <= this.#part.fromSeconds) return
    if (++this.#count > MOST_REQUESTS) throw tooMany()
    requests.push({ startSeconds, endSeconds })
  }
}

const NOWHERE: RequestReceiver = { add: () => {}, close: () => {} }

function tooMany(): TraceError {
  return new TraceError('too-much-traced', 'Too many requests came in this part of the trace.', {
    expected: `at most ${MOST_REQUESTS.toLocaleString('en')} requests`,
    fix: 'Ask for a shorter part.',
  })
}
