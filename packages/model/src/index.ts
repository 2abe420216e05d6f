export { anchorFactor, factorOfWhole, scaleBy } from './accuracy/anchor.ts'
export { compareSeries, type LoadedValue } from './accuracy/compare-series.ts'
export { type MeanInterval, meanInterval } from './accuracy/mean-interval.ts'
export {
  predictionInterval,
  type ResidualSpread,
  type SeedSpread,
  seedSpreadOf,
  varianceOfChance,
} from './accuracy/prediction-interval.ts'
export {
  loadBandBorders,
  loadBandOf,
  type ResidualSpreads,
  residualSpreadOf,
  type SpreadEstimator,
  type SpreadFigure,
  type SpreadQuestion,
} from './accuracy/residual-spread-of.ts'
export { scoreEstimates } from './accuracy/score-estimates.ts'
export { type SampleMoments, welchInterval } from './accuracy/welch-interval.ts'
export { calibrate, calibratedLoad } from './calibration/calibrate.ts'
export type {
  CalibrationWindow,
  HostCalibration,
  IdentifiedValue,
  ObservedDomain,
} from './calibration/calibration.ts'
export { conservationResidual } from './calibration/conservation.ts'
export { fitWithout } from './calibration/fit-delay-aware.ts'
export { decide } from './decision/decide.ts'
export type {
  Decision,
  DecisionCode,
  DecisionReason,
  JudgedDomain,
  Verdict,
} from './decision/decision.ts'
export { percentile95 } from './decision/percentile95.ts'
export {
  type FeasibilityFinding,
  keepsEveryTarget,
  refineDecision,
} from './decision/refine-decision.ts'
export {
  type SandpiperAction,
  type SandpiperDomain,
  type SandpiperWeight,
  sandpiperWeights,
} from './decision/sandpiper-weights.ts'
export { errata } from './errata.ts'
export { delayAware } from './estimators/delay-aware/delay-aware.ts'
export type { DelayAwareCoefficients } from './estimators/delay-aware-fit.ts'
export type { Breakdown, DomainEstimate, Estimate, EstimateOptions } from './estimators/estimate.ts'
export type { Estimator, EstimatorCard, Influence, Trust } from './estimators/estimator.ts'
export {
  ESTIMATOR_IDS,
  ESTIMATORS,
  type EstimatorId,
  FORMULA_IDS,
  type FormulaId,
} from './estimators/registry.ts'
export { sdpsLoggedTimes } from './estimators/sdps/sdps.ts'
export { type Intensity, type IntensityWindow, intensityMap } from './intensity.ts'
export { automaticDomain0Weight } from './load/automatic-domain0-weight.ts'
export { creditsDomain0Needs, mostGuestWeight } from './load/domain0-credits.ts'
export { availableToGuests, domain0Utilisation } from './load/domain0-path.ts'
export type { DemandDoubt, Domain0Load, DomainLoad, HostLoad } from './load/host-load.ts'
export { utilisation } from './load/utilisation.ts'
export { valueFor } from './load/value-for.ts'
export {
  DOMAIN0_NAME,
  MAX_WEIGHT,
  MIN_WEIGHT,
  type Normalisation,
  share,
  type Weights,
} from './load/weights.ts'
export {
  type AdviceReason,
  type AdviceState,
  adviceAt,
  advicePolicy,
  adviseThreads,
  type OwnReport,
  type ThreadLimits,
} from './load-balancer/load-balancer-advice.ts'
export { fitUsl, type ThroughputPoint, type UslFit } from './load-balancer/usl.ts'
export { throughputAt } from './load-balancer/usl-curve.ts'
export { ModelInputError } from './model-input-error.ts'
export { mean } from './numeric/mean.ts'
export { median, upperMedian } from './numeric/median.ts'
export { Random } from './numeric/random.ts'
export { exponential, normal, parkMiller, uniform } from './numeric/seeded-draws.ts'
export {
  byPercentile,
  byStatistic,
  ONE_IN,
  type Percentile,
  STATISTICS,
  type Statistic,
  secondsByStatistic,
} from './numeric/statistic.ts'
export { studentT } from './numeric/student-t.ts'
export {
  type Platform,
  publishedOverhead,
  type VmmOverhead,
  vmmOverhead,
} from './overhead/vmm-overhead.ts'
export {
  type CannotTell,
  type RecordedOverhead,
  type RecordedWindow,
  recordedOverhead,
} from './overhead/vmm-overhead-recorded.ts'
export { overheadFactor, withOverhead } from './overhead/with-overhead.ts'
export { divideRest, percentLeft } from './real-time/divide-rest.ts'
export { type RealTimeCaps, type RealTimeHost, realTimeCaps } from './real-time/real-time-caps.ts'
export {
  type RealTimeRemark,
  type RealTimeVerdict,
  type Schedulability,
  schedulability,
} from './real-time/schedulability.ts'
export type { RealTimeDomain } from './real-time/schedulability-placement.ts'
export type { RtdsPool } from './real-time/schedulability-pool.ts'
export type { ReservationAdvice } from './real-time/schedulability-reservation.ts'
export type { Reason, ValidityCode } from './reason.ts'
export { carriableLoad } from './sdps/carriable-load.ts'
export { responseTimeBracket } from './sdps/response-time-bracket.ts'
export { type SumTerm, sdpsBounds } from './sdps/sdps-bounds.ts'
export { relativeScatter } from './sdps/sdps-validity.ts'
