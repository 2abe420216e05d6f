export {
  type AnchorSpreads,
  anchor,
  anchorFactor,
  factorOfWhole,
  lastingSpread,
  scaleBy,
} from './anchor.ts'
export { calibrate, calibratedLoad } from './calibrate.ts'
export type {
  CalibrationWindow,
  DelayAwareCoefficients,
  DelayAwareFit,
  Domain0Calibration,
  DomainCalibration,
  HostCalibration,
  Identified,
  ObservedDomain,
  WatchedWindows,
} from './calibration.ts'
export { conservationResidual } from './conservation.ts'
export { decide } from './decide.ts'
export type {
  Decision,
  DecisionCode,
  DecisionOptions,
  DecisionReason,
  DomainPeak,
  SlaTarget,
  Verdict,
} from './decision.ts'
export { delayAware } from './delay-aware.ts'
export { availableToGuests } from './domain0-path.ts'
export { type Erratum, errata } from './errata.ts'
export type {
  Breakdown,
  DomainEstimate,
  Estimate,
  EstimateOptions,
  Estimator,
  EstimatorId,
  Reason,
  ValidityCode,
} from './estimate.ts'
export { estimators } from './estimators.ts'
export { fitWithout } from './fit-delay-aware.ts'
export type { DemandDoubt, Domain0Load, DomainLoad, HostLoad } from './host-load.ts'
export {
  type EventsCountedBy,
  type Intensity,
  type IntensityMap,
  type IntensityWindow,
  intensityMap,
  type Level,
} from './intensity.ts'
export {
  type AdvicePolicy,
  type AdviceReason,
  type AdviceState,
  adviceAt,
  advicePolicy,
  adviseThreads,
  type IdleReading,
  limitOf,
  type ThreadLimits,
} from './load-balancer-advice.ts'
export { type MeanInterval, meanInterval } from './mean-interval.ts'
export { ModelInputError, type ModelInputErrorCode } from './model-input-error.ts'
export { peak } from './peak.ts'
export {
  type PredictionInterval,
  predictionInterval,
  type ResidualSpread,
  type SeedSpread,
  seedSpreadOf,
  varianceOfChance,
} from './prediction-interval.ts'
export { type RealTimeCaps, type RealTimeHost, realTimeCaps } from './real-time-caps.ts'
export { type FeasibilityFinding, keepsEveryTarget, refineDecision } from './refine-decision.ts'
export {
  loadBandBorders,
  loadBandOf,
  type ResidualSpreads,
  residualSpreadOf,
  type SpreadEstimator,
  type SpreadQuestion,
} from './residual-spread-of.ts'
export { responseTimeBracket } from './response-time-bracket.ts'
export {
  type SandpiperAction,
  type SandpiperDomain,
  type SandpiperOptions,
  type SandpiperWeight,
  sandpiperWeights,
} from './sandpiper-weights.ts'
export { type Schedulability, schedulability } from './schedulability.ts'
export type { RealTimeDomain } from './schedulability-placement.ts'
export type { RtdsPool } from './schedulability-pool.ts'
export type { ReservationAdvice } from './schedulability-reservation.ts'
export { type Score, type ScoredPair, scoreEstimates } from './score-estimates.ts'
export { type LeastSum, type SumTerm, sdpsBounds, type WeightBox } from './sdps-bounds.ts'
export { relativeScatter } from './sdps-validity.ts'
export { studentT } from './student-t.ts'
export { fitUsl, type ThroughputPoint, type UslFit } from './usl.ts'
export { throughputAt, type UslCoefficients, WORTH_ITS_WHILE } from './usl-curve.ts'
export { utilisation } from './utilisation.ts'
export {
  type MeasuredJobs,
  type Platform,
  publishedOverhead,
  type VmmOverhead,
  vmmOverhead,
} from './vmm-overhead.ts'
export {
  type CannotTell,
  type RecordedOverhead,
  type RecordedWindow,
  recordedOverhead,
} from './vmm-overhead-recorded.ts'
export {
  DOMAIN0_NAME,
  MAX_WEIGHT,
  MIN_WEIGHT,
  type Normalisation,
  type Shares,
  share,
  type Weights,
} from './weights.ts'
export { allBusyPart, overheadFactor, withOverhead } from './with-overhead.ts'
