export type { BoostLasts, BoostPolicy, LoanRedemption } from './config/boost-policy.ts'
export {
  type ConnectionCost,
  connectionPath,
  directPath,
  type RequestLeg,
  stackShare,
} from './config/request-path.ts'
export {
  type Background,
  type Credit1Options,
  type Credit2Options,
  type DomainChange,
  type GuestLoad,
  type KernelTick,
  linuxDomain0Tick,
  linuxTick,
  type RealTimeWork,
  type RecordedWork,
  type RegularWork,
  type Reservation,
  type RtdsOptions,
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
  type TwinOptions,
} from './config/twin-config.ts'
export { TwinError, type TwinErrorCode } from './config/twin-error.ts'
export { type Arrivals, arrivalStream, type RecordedArrivals } from './draws/arrivals.ts'
export { meanServiceSeconds, type ServiceTime } from './draws/service-time.ts'
export { expectedEvents } from './engine/expected-events.ts'
export { type ReplicateOptions, replicate } from './engine/replicate.ts'
export { simulate } from './engine/simulate.ts'
export type { PlayedRequest, PlayedSpan, TwinObserver } from './host/witness.ts'
export { advisePinning, type PinningAdvice } from './lab/advise-pinning.ts'
export { type BoostLabOptions, boostLab } from './lab/boost-lab.ts'
export { jainFairness } from './lab/fairness.ts'
export type { LabVariant } from './lab/lab-variant.ts'
export {
  idlePCpus,
  type LeverKind,
  type LeverLabOptions,
  type LeverVariant,
  leverLab,
} from './lab/lever-lab.ts'
export { bandwidthMbitPerSecond, PAPER1_MEASURED, paper1Host } from './lab/paper1-host.ts'
export { AS_IT_IS, pinningLab } from './lab/pinning-lab.ts'
export { type RealTimeLabParams, realTimeLab } from './lab/real-time-lab.ts'
export { type VariantEffect, type VariantRuns, variantEffect } from './lab/variant-effect.ts'
export type { Distribution } from './results/histogram.ts'
export { type Interval, interval } from './results/interval.ts'
export { type MeanAndTail, type PlayedTimes, playedTimes } from './results/played-times.ts'
export type { IntervalsOf, TwinSummary } from './results/summarise.ts'
export type {
  DeadlineResult,
  DomainResult,
  LoanResult,
  PCpuResult,
  RequestResult,
  SchedulingResult,
  StateSeconds,
  TwinResult,
  WindowResult,
} from './results/twin-result.ts'
export { type PlayWeightsOptions, playWeights, type WeightRun } from './threads/play-weights.ts'
export { type RunTwinOptions, type RunTwinsOptions, runTwin, runTwins } from './threads/run-twin.ts'
export { underWeights } from './threads/under-weights.ts'
export { balanceCpu } from './twin-of-host/balance-cpu.ts'
export { type Domain0Cost, type Domain0Window, domain0Cost } from './twin-of-host/domain0-cost.ts'
export type { ObservedDomain0, ObservedGuest, ObservedHost } from './twin-of-host/observed-host.ts'
export { SERVER_CLOCK_UNCERTAINTY_SECONDS, twinOfHost } from './twin-of-host/twin-of-host.ts'
