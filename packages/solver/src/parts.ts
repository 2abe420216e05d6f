// The steps of `optimiseWeights`, one by one, for those who time them or solve the same problem.

export { buildMilp } from './milp/build-milp.ts'
export { solveGrid } from './milp/solve-grid.ts'
export { countAllocations } from './problem/allocations.ts'
export { type Grid, productOf } from './problem/grid.ts'
export { poseGrid } from './problem/pose-grid.ts'
export { greedyOptimum } from './separable/greedy.ts'
