import type { TimeResolution } from './observation.ts'
import type { Subject } from './observations/subject.ts'

/** Takes requests as they stand in a file, one domain and one file at a time. */
export interface RequestSink {
  /** @param side who saw them: the domain's server or its clients */
  openRequests(
    subject: Subject,
    side: 'requests' | 'clientRequests',
    resolution: TimeResolution,
  ): RequestReceiver
}

export interface RequestReceiver {
  /** `durationSeconds` NaN where there is none, `bytes` -1 where not logged. */
  add(startEpochSeconds: number, durationSeconds: number, isError: boolean, bytes: number): void
  /** After the last request. */
  close(): void
}
