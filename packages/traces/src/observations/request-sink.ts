import type { TimeResolution } from '../observation.ts'
import type { Subject } from './subject.ts'

/** Receives requests in file order, one domain and one file at a time. */
export interface RequestSink {
  /** @param side the side that saw them: the domain's server or its clients */
  openRequests(
    subject: Subject,
    side: 'requests' | 'clientRequests',
    resolution: TimeResolution,
  ): RequestReceiver
}

export interface RequestReceiver {
  /** `durationSeconds` is NaN when there is none, `bytes` is -1 when not logged. */
  add(startEpochSeconds: number, durationSeconds: number, isError: boolean, bytes: number): void
  /**
   * Call after the last request.
   * @param isTimed false where the durations turned out to be no measurements
   */
  close(isTimed?: boolean): void
}
