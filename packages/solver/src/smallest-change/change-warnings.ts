import type { WeightProblem } from '../problem/weight-problem.ts'
import type { SolutionWarning } from '../problem/weight-solution.ts'
import type { KeptLevel } from './kept-level.ts'

/** Says where the targets are kept, but not with the margin. */
export function changeWarnings(
  { targetMargin = 0 }: WeightProblem,
  level: KeptLevel | null,
): SolutionWarning[] {
  const keepsMargin = level === null || level === 'margin' || level === 'margin-and-soft'
  return keepsMargin ? [] : [{ code: 'margin-not-kept', targetMargin }]
}
