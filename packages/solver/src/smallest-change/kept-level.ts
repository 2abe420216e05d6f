import { excessOf, type ObjectiveValue } from '../problem/objective-value.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

/**
 * How well weights keep the targets, from best to worst: with the margin that was asked for and the
 * soft ones too, with the margin, without it and the soft ones too, without it.
 */
export const KEPT_LEVELS = ['margin-and-soft', 'margin', 'kept-and-soft', 'kept'] as const
export type KeptLevel = (typeof KEPT_LEVELS)[number]

/** @returns null where a target is missed */
export function keptLevel(
  { targetMargin = 0 }: Pick<WeightProblem, 'targetMargin'>,
  { value, excess, softExcess }: ObjectiveValue,
): KeptLevel | null {
  if (!Number.isFinite(value) || excess > 0) return null
  const keepsSoft = softExcess === 0
  if (excessOf(value * (1 + targetMargin)) === 0) return keepsSoft ? 'margin-and-soft' : 'margin'
  return keepsSoft ? 'kept-and-soft' : 'kept'
}
