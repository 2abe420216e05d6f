export { type IntegerProgram, minimise, type Row, row } from './milp/integer-program.ts'
export { solveMilp } from './milp/solve-milp.ts'
export { optimiseWeights } from './optimise-weights.ts'
export type { PredictTimes } from './problem/judge-allocation.ts'
export { gainOf, isBetter, type ObjectiveValue, objectiveValue } from './problem/objective-value.ts'
export type { Times } from './problem/response-times.ts'
export { toXenWeights } from './problem/to-xen-weights.ts'
export type { Objective, WeightMode, WeightProblem } from './problem/weight-problem.ts'
export { WeightProblemError } from './problem/weight-problem-error.ts'
export type {
  Companion,
  NotProvenCause,
  SolutionWarning,
  StepCost,
  WeightSolution,
} from './problem/weight-solution.ts'
export { type WorstOverTarget, worstOverTarget } from './problem/worst-over-target.ts'
export { raceAllocations } from './race/race-allocations.ts'
export { rankAllocations } from './race/rank-allocations.ts'
export { AS_GOOD, type PlayStage } from './race/run-race.ts'
export type { BoundTimes } from './search/objective-bound.ts'
export { allocationsToTry, optimiseByEnumeration } from './search/optimise-by-enumeration.ts'
export { searchWeights } from './search/search-weights.ts'
export { minimiseLinearDelay } from './separable/linear-delay.ts'
export { fewestChanges, type WorstUnder } from './smallest-change/fewest-changes.ts'
export {
  type PlayedChangeOptions,
  playSmallestChange,
} from './smallest-change/play-smallest-change.ts'
export { smallestChange } from './smallest-change/smallest-change.ts'
