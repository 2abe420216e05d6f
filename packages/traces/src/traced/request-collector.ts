import type { TimeResolution } from '../observation.ts'
import type { RequestReceiver, RequestSink } from '../observations/request-sink.ts'
import { isLeftOut, type Subject } from '../observations/subject.ts'
import { TraceError } from '../trace-error.ts'
import type { TracePart } from '../xentrace/read-schedule.ts'

/** As objects, and once more moved to the clock of the trace, they take 80 MB. */
const MOST_REQUESTS = 500_000

/**
 * Of one domain: a web server serves some hundreds to some thousands at once, and who waits for a
 * place is not logged as in flight. More come from durations in another unit than the log's format
 * says; each would be connected with every run of its domain and share all its CPU time.
 */
export const MOST_IN_FLIGHT = 4096

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
  /**
   * Domains whose log has more than `MOST_IN_FLIGHT` requests in flight at once. None of theirs is in
   * `requests`: if some were left out, the time of the others would be divided wrongly.
   */
  readonly crowded = new Set<string>()
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
    for (const [domain, requests] of this.requests) {
      requests.sort((a, b) => a.startSeconds - b.startSeconds || a.endSeconds - b.endSeconds)
      if (mostAtOnce(requests) <= MOST_IN_FLIGHT) continue
      this.requests.delete(domain)
      this.crowded.add(domain)
    }
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

/** @param requests in the order of their start */
function mostAtOnce(requests: readonly LoggedRequest[]): number {
  const ends = Float64Array.from(requests, ({ endSeconds }) => endSeconds).sort()
  let [ended, most] = [0, 0]
  for (const [started, { startSeconds }] of requests.entries()) {
    while (ends[ended]! <= startSeconds) ended++
    most = Math.max(most, started + 1 - ended)
  }
  return most
}

function tooMany(): TraceError {
  return new TraceError('too-much-traced', 'Too many requests came in this part of the trace.', {
    expected: `at most ${MOST_REQUESTS.toLocaleString('en')} requests`,
    fix: 'Ask for a shorter part.',
  })
}
