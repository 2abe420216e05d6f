export type { Arrivals, RecordedArrivals } from './arrivals.ts'
export { balanceCpu } from './balance-cpu.ts'
export type { BoostLasts, BoostPolicy, LoanRedemption } from './boost-policy.ts'
export { type Domain0Cost, type Domain0Window, domain0Cost } from './domain0-cost.ts'
export { expectedEvents } from './expected-events.ts'
export type { Distribution } from './histogram.ts'
export { type Interval, interval } from './interval.ts'
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
export type { ObservedDomain0, ObservedGuest, ObservedHost } from './observed-host.ts'
export { type PlayWeightsOptions, playWeights, type WeightRun } from './play-weights.ts'
export type { MeanAndTail, PlayedTimes } from './played-times.ts'
export { type ReplicateOptions, replicate } from './replicate.ts'
export {
  type ConnectionCost,
  connectionPath,
  directPath,
  type RequestLeg,
  stackShare,
} from './request-path.ts'
export { type RunTwinOptions, type RunTwinsOptions, runTwin, runTwins } from './run-twin.ts'
export { meanServiceSeconds, type ServiceTime } from './service-time.ts'
export { simulate } from './simulate.ts'
export type { Summarised, TwinSummary } from './summarise.ts'
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
} from './twin-config.ts'
export { TwinError, type TwinErrorCode } from './twin-error.ts'
export { SERVER_CLOCK_UNCERTAINTY_SECONDS, twinOfHost } from './twin-of-host.ts'
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
} from './twin-result.ts'
export { underWeights } from './under-weights.ts'
