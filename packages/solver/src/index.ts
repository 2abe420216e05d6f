export { optimiseWeights } from './optimise-weights.ts'
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
