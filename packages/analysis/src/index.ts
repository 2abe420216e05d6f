export { type Analysed, analyseHost } from './analyse-host.ts'
export { AnalysisError, type AnalysisProblem } from './analysis-error.ts'
export { estimateLoad, estimatorIds } from './estimates/estimate-load.ts'
export {
  breakdownMs,
  type EstimatedWindow,
  type WindowValues,
} from './estimates/estimate-windows.ts'
export { seenTime } from './estimates/seen-time.ts'
export type { AnalysisLoad, MeasuredDomain } from './load/analysis-load.ts'
export { calibratedHostLoad, calibrateHost } from './load/calibrate-host.ts'
export { hostUtilisation, utilisationOf } from './load/host-load.ts'
export { type HostScheduling, hostScheduling } from './load/host-scheduling.ts'
export { changeError } from './recommendation/gate.ts'
export { findGuests, type Guest } from './recorded/guests.ts'
export { type PhaseLoad, phaseLoads } from './recorded/phase-loads.ts'
export { phasesOf } from './recorded/phases.ts'
export {
  DOMAIN_0,
  IDLE,
  type RecordedHost,
  type Span,
  type Window,
} from './recorded/recorded-host.ts'
export { type MeasuredBy, measuredResponseTime, toMs } from './recorded/response-time.ts'
export { cpuOf, durationOf, observationOf, requestsOf } from './recorded/testing-windows.ts'
export { type RecordedWeights, weightRegimes } from './recorded/weight-regimes.ts'
export { endOf, groupWindows, trimToRequests, windowsWithin } from './recorded/window-list.ts'
export { type DomainArrivals, within } from './twin/arrivals.ts'
export { domain0CostOf } from './twin/domain0-cost-of.ts'
export type { Stretch } from './twin/replay-stretch.ts'
export { intervalMs, twinDomains } from './twin/twin-domains.ts'
export { type PlayedHost, type TwinOfLoad, twinOfLoad } from './twin/twin-of-load.ts'
