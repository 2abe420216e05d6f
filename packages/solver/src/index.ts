export type { PredictTimes } from './judge-allocation.ts'
export { meanOverRequests } from './mean-over-requests.ts'
export {
  allocationsToTry,
  type ModelOptions,
  optimiseByEnumeration,
} from './optimise-by-enumeration.ts'
export { optimiseWeights } from './optimise-weights.ts'
export type { Times } from './response-times.ts'
export { type SearchOptions, searchWeights } from './search-weights.ts'
export type {
  IntegerMapping,
  ShareBounds,
  SolveOptions,
  WeightMode,
  WeightProblem,
} from './weight-problem.ts'
export { WeightProblemError, type WeightProblemErrorCode } from './weight-problem-error.ts'
export type {
  Companion,
  Prediction,
  Proof,
  Sensitivity,
  SolutionStatus,
  SolutionWarningCode,
  StepCost,
  WeightSolution,
} from './weight-solution.ts'
