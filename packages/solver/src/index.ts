export type { PredictTimes } from './judge-allocation.ts'
export type { BoundTimes } from './objective-bound.ts'
export { gainOf, isBetter, type ObjectiveValue, objectiveValue } from './objective-value.ts'
export {
  allocationsToTry,
  type ModelOptions,
  optimiseByEnumeration,
} from './optimise-by-enumeration.ts'
export { optimiseWeights } from './optimise-weights.ts'
export type { Gain } from './paired-gain.ts'
export { type Race, type RaceOptions, raceAllocations } from './race-allocations.ts'
export type { Times } from './response-times.ts'
export type { PlayStage } from './run-race.ts'
export { type SearchOptions, searchWeights } from './search-weights.ts'
export type {
  IntegerMapping,
  Objective,
  ShareBounds,
  SolveOptions,
  WeightMode,
  WeightProblem,
} from './weight-problem.ts'
export { WeightProblemError, type WeightProblemErrorCode } from './weight-problem-error.ts'
export type {
  Companion,
  NotProvenCause,
  Prediction,
  Proof,
  Sensitivity,
  SolutionStatus,
  SolutionWarningCode,
  StepCost,
  WeightSolution,
} from './weight-solution.ts'
