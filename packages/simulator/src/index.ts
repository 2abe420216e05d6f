export type { BoostLasts, BoostPolicy, LoanRedemption } from './config/boost-policy.ts'
export { connectionPath, directPath, type RequestLeg, stackShare } from './config/request-path.ts'
export {
  type Credit1Options,
  type GuestLoad,
  linuxTick,
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
  type TwinSpan,
} from './config/twin-config.ts'
export { TwinError } from './config/twin-error.ts'
export { type Arrivals, arrivalStream } from './draws/arrivals.ts'
export { meanServiceSeconds, type ServiceTime } from './draws/service-time.ts'
export { expectedEvents } from './engine/expected-events.ts'
export { replicate } from './engine/replicate.ts'
export { simulate } from './engine/simulate.ts'
export type { PlayedSpan } from './host/witness.ts'
export { advisePinning } from './lab/advise-pinning.ts'
export { boostLab } from './lab/boost-lab.ts'
export { jainFairness } from './lab/fairness.ts'
export type { LabVariant } from './lab/lab-variant.ts'
export { idlePCpus, type LeverKind, type LeverLabOptions, leverLab } from './lab/lever-lab.ts'
export { bandwidthMbitPerSecond, PAPER1_MEASURED, paper1Host } from './lab/paper1-host.ts'
export { pinningLab } from './lab/pinning-lab.ts'
export { realTimeLab } from './lab/real-time-lab.ts'
export { type VariantEffect, type VariantRuns, variantEffect } from './lab/variant-effect.ts'
export type { Distribution } from './results/histogram.ts'
export { type Interval, interval } from './results/interval.ts'
export { type PlayedTimes, playedTimes } from './results/played-times.ts'
export type { IntervalsOf, TwinSummary } from './results/summarise.ts'
export type { RequestResult, TwinResult, WindowResult } from './results/twin-result.ts'
export { playWeights } from './threads/play-weights.ts'
export { runTwin, runTwins } from './threads/run-twin.ts'
export { underWeights } from './threads/under-weights.ts'
export { balanceCpu } from './twin-of-host/balance-cpu.ts'
export { type Domain0Cost, type Domain0Window, domain0Cost } from './twin-of-host/domain0-cost.ts'
export type { ObservedGuest, ObservedHost } from './twin-of-host/observed-host.ts'
export { SERVER_CLOCK_UNCERTAINTY_SECONDS, twinOfHost } from './twin-of-host/twin-of-host.ts'
