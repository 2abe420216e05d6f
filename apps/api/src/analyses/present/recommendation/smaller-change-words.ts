import type { Objective, Recommendation } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'
import { valueFor } from '@steelyard/model'
import { estimatorName } from '../estimator-name.ts'
import { marginWords, worstOverTarget } from './worst-over-target.ts'

/**
 * Beside the weights that are best for the targets: a smaller change that meets them as well. Empty
 * where there is no other.
 */
export function smallerChangeWords(
  { objective, advice, problem, solution }: Recommendation,
  objectives: readonly Objective[],
): string[] {
  const smaller = objectives.find((each) => each.objective === 'smallest-change')
  const worst = smaller && worstOverTarget(smaller.solution)
  const isWorthwhile = objective === 'meet-targets' && advice.change && worst && worst.ratio <= 1
  if (!isWorthwhile || smaller.solution.status === 'infeasible') return []
  const changed = smaller.weights.filter(
    ({ domain, weight }) => valueFor(problem.currentWeights, domain) !== weight,
  )
  const isOther = smaller.weights.some(
    ({ domain, weight }) => valueFor(solution.weights, domain) !== weight,
  )
  if (changed.length === 0 || !isOther) return []
  const weights = changed.map(
    ({ domain, weight }) => `${domain} ${valueFor(problem.currentWeights, domain)} → ${weight}`,
  )
  return [
    `A smaller change also meets all targets, as ${estimatorName(smaller.chosenBy)} predicts: ${formatList(weights)}; ${marginWords(worst)}.`,
  ]
}
