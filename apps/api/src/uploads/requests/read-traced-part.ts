import { MOST_SPENT_NUMBERS, type SpentTime, spentTime } from '@steelyard/analysis'
import {
  alignRequests,
  DistinctRequests,
  eachMember,
  type LoggedRequest,
  MAX_SHIFT_SECONDS,
  type RequestAlignment,
  RequestCollector,
  readRequests,
  readSchedule,
  type ScheduleRead,
  ScheduleRecorder,
  type SourceSpec,
  type TracedSchedule,
  type TracePart,
} from '@steelyard/traces'
import { asUploadedInThread, type FileForThread } from '../stored-file.ts'

/** A trace of xentrace, the access logs beside it, and which part of the trace is wanted. */
export interface TracedSources {
  startEpochSeconds: number
  part: TracePart
  files: { file: FileForThread; members: { path: string; spec: SourceSpec }[] }[]
}

/** What happened in part of a trace. */
export interface TracedRecording {
  startEpochSeconds: number
  /** Where reading ended, seconds since the start of the trace. */
  readToSeconds: number
  schedule: TracedSchedule
  guests: ReadonlyMap<string, TracedGuest>
  /** Domains whose log stamps whole seconds. */
  coarse: ReadonlySet<string>
  /** Domains whose log has more requests in flight at once than can be. */
  crowded: ReadonlySet<string>
  /** Requests without a duration. */
  untimed: number
}

/** A domain that was traced and has a log whose requests can be placed in the trace. */
export interface TracedGuest {
  /** Those that were in flight in the part, by the trace's clock and in the order of their start. */
  requests: readonly LoggedRequest[]
  alignment: RequestAlignment
  spent: SpentTime
}

/** @throws TraceError as `readSource`, and `too-much-traced` */
export async function readTracedPart({
  startEpochSeconds,
  part,
  files,
}: TracedSources): Promise<TracedRecording> {
  const recorder = new ScheduleRecorder(part)
  const collector = new RequestCollector(withMargin(part), startEpochSeconds)
  const distinct = new DistinctRequests(collector)
  let read: ScheduleRead = { toSeconds: 0, gaps: [] }
  for (const { file, members } of files) {
    await eachMember(asUploadedInThread(file), async ({ path }, bytes) => {
      const spec = members.find((member) => member.path === path)?.spec
      if (!spec) return
      if (spec.kind !== 'xentrace') await readRequests(bytes, spec, distinct, { path })
      else {
        const onSpan = recorder.add.bind(recorder)
        read = await readSchedule(bytes, spec, part, onSpan, { path })
      }
    })
  }
  collector.finish()
  const schedule = recorder.finish(read)
  return {
    startEpochSeconds,
    readToSeconds: read.toSeconds,
    schedule,
    guests: guestsOf(schedule, collector.requests),
    coarse: collector.coarse,
    crowded: collector.crowded,
    untimed: collector.untimed,
  }
}

function withMargin({ fromSeconds, toSeconds }: TracePart): TracePart {
  return {
    fromSeconds: fromSeconds - MAX_SHIFT_SECONDS,
    toSeconds: toSeconds + MAX_SHIFT_SECONDS,
  }
}

function guestsOf(
  schedule: TracedSchedule,
  logged: ReadonlyMap<string, readonly LoggedRequest[]>,
): Map<string, TracedGuest> {
  const guests = new Map<string, TracedGuest>()
  // What all guests spent is kept at once.
  let room = MOST_SPENT_NUMBERS
  for (const [name, its] of logged) {
    const alignment = alignRequests(schedule, name, its)
    if (!alignment) continue
    const requests = its
      .map(({ startSeconds, endSeconds }) => ({
        startSeconds: startSeconds + alignment.shiftSeconds,
        endSeconds: endSeconds + alignment.shiftSeconds,
      }))
      .filter(
        ({ startSeconds, endSeconds }) =>
          startSeconds < schedule.toSeconds && endSeconds > schedule.fromSeconds,
      )
    const spent = spentTime(schedule, name, requests, room)
    room -= spent.seconds.length
    guests.set(name, { requests, alignment, spent })
  }
  return guests
}
