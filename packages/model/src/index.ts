export type {
  Decision,
  DecisionCode,
  DecisionOptions,
  DecisionReason,
  DomainPeak,
  SlaTarget,
  Verdict,
} from './decision.ts'
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
export type { Domain0Load, DomainLoad, HostLoad } from './host-load.ts'
export { ModelInputError, type ModelInputErrorCode } from './model-input-error.ts'
export {
  domain0Name,
  maxWeight,
  minWeight,
  type Normalisation,
  type Shares,
  share,
  type Weights,
} from './weights.ts'
