export type { AccessLogSpec } from './access-log/access-log-spec.ts'
export { syntaxOf } from './access-log/detect-with-answers.ts'
export { type Alignment, alignCpuToRequests } from './align/align-cpu.ts'
export { alignRequests, MAX_SHIFT_SECONDS, type RequestAlignment } from './align/align-requests.ts'
export type { ClientTimesSpec } from './client-times/client-times-spec.ts'
export * from './detect/detection.ts'
export type { XentraceFacts } from './detect/xentrace-facts.ts'
export {
  type Detection,
  detectSource,
  EXPECTED_FORMATS,
  type ReadableDetection,
} from './detect-source.ts'
export type { SourceScan } from './format.ts'
export { findFormat, formatOf, type SourceSpec, scanOf } from './formats.ts'
export { joinReports } from './join-reports.ts'
export type { LineCounts, LiveLogSpec, LogOpening } from './live/live-log-spec.ts'
export { LiveObserver, type LiveWindow } from './live/live-observer.ts'
export { eachMember } from './members/each-member.ts'
export { contentOnDisk, type FileContent } from './members/file-content.ts'
export { isPlainLines, linesWithin } from './members/lines-within.ts'
export * from './members/member.ts'
export { type LongerWindow, mergeObservations } from './merge-observations.ts'
export type * from './observation.ts'
export type { CpuMeter } from './observations/cpu-meter.ts'
export { DistinctRequests } from './observations/distinct-requests.ts'
export { ObservationBuilder, type RequestsRead } from './observations/observation-builder.ts'
export type { Range } from './observations/ranges.ts'
export type * from './observations/request-sink.ts'
export { type DurationBin, Sketch } from './observations/sketch.ts'
export { isLeftOut, nameOf, type Subject } from './observations/subject.ts'
export {
  type LeftOutRequests,
  type PartWithRequests,
  PerfettoTrace,
} from './perfetto/perfetto-trace.ts'
export { xentraceToPerfetto } from './perfetto/xentrace-to-perfetto.ts'
export { QUANTILES, type Quantile, quantileSeconds } from './quantiles.ts'
export { readRequests, readSource } from './read-source.ts'
export { visible } from './reading/visible.ts'
export { type Recording, readRecording } from './recording/read-recording.ts'
export type * from './source-report.ts'
export * from './trace-error.ts'
export { type LoggedRequest, MOST_IN_FLIGHT, RequestCollector } from './traced/request-collector.ts'
export { ScheduleRecorder, STATES, type TracedSchedule } from './traced/traced-schedule.ts'
export { readSchedule, type ScheduleRead, type TracePart } from './xentrace/read-schedule.ts'
export type { StateSpan } from './xentrace/v-cpu-states.ts'
export type { XentraceSpec } from './xentrace/xentrace-spec.ts'
