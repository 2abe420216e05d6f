import type { Recommendation, WeightOptions } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'
import { valueFor } from '@steelyard/model'
import { estimatorName } from '../../estimator-name.ts'
import { marginWords } from './margin-words.ts'

/**
 * Says that a smaller change than the recommended one meets the targets as well. Empty where none does.
 * It is the one that stands among the options: there is no other.
 */
export function smallerChangeWords(
  { objective, advice, problem: { currentWeights }, solution }: Recommendation,
  options: WeightOptions | undefined,
): string[] {
  const smaller = options?.rows.find(({ names }) => names.includes('smallest-change'))
  if (objective !== 'meet-targets' || !advice.change || !smaller?.worst) return []
  if (smaller.worst.ratio > 1) return []
  const before = (domain: string) => valueFor(currentWeights, domain)!
  const { domains, worst } = smaller
  const change = (weightOf: (row: (typeof domains)[number]) => number) =>
    domains.reduce((sum, row) => sum + Math.abs(weightOf(row) - before(row.domain)), 0)
  const own = change(({ weight }) => weight)
  if (own === 0 || own >= change(({ domain }) => valueFor(solution.weights, domain)!)) return []
  const weights = domains
    .filter(({ domain, weight }) => before(domain) !== weight)
    .map(({ domain, weight }) => `${domain} ${before(domain)} → ${weight}`)
  return [
    `A smaller change also meets all targets, as ${estimatorName(options!.by)} predicts: ${formatList(weights)}. Its worst time is ${marginWords(worst)}.`,
  ]
}
