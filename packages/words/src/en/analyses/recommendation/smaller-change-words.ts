import type { Objective, Recommendation } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'
import { valueFor } from '@steelyard/model'
import { worstOverTarget } from '@steelyard/solver'
import { estimatorName } from '../../estimator-name.ts'
import { marginWords } from './margin-words.ts'

/**
 * Says that a smaller change than the recommended one meets the targets as well. Empty where none does.
 */
export function smallerChangeWords(
  { objective, advice, problem, solution }: Recommendation,
  objectives: readonly Objective[],
): string[] {
  const smaller = objectives.find((each) => each.objective === 'smallest-change')
  const worst = smaller && worstOverTarget(smaller.solution)
  const isWorthwhile = objective === 'meet-targets' && advice.change && worst && worst.ratio <= 1
  if (!isWorthwhile || smaller.solution.status === 'infeasible') return []
  const before = (domain: string) => valueFor(problem.currentWeights, domain)!
  const change = (weightOf: (domain: string) => number) =>
    smaller.weights.reduce(
      (sum, { domain }) => sum + Math.abs(weightOf(domain) - before(domain)),
      0,
    )
  const after = new Map(smaller.weights.map(({ domain, weight }) => [domain, weight]))
  const own = change((domain) => after.get(domain)!)
  if (own === 0 || own >= change((domain) => valueFor(solution.weights, domain)!)) return []
  const weights = smaller.weights
    .filter(({ domain, weight }) => before(domain) !== weight)
    .map(({ domain, weight }) => `${domain} ${before(domain)} → ${weight}`)
  return [
    `A smaller change also meets all targets, as ${estimatorName(smaller.chosenBy)} predicts: ${formatList(weights)}; worst time ${marginWords(worst)}.`,
  ]
}
