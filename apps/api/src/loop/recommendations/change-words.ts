import { formatPercent } from '@steelyard/contract/format'
import { gainOf } from './advice.ts'
import type { RecommendationRow } from './recommendation-row.ts'
import { changesOf } from './serialise-recommendation.ts'

/** `vm1 256 → 384, vm2 256 → 128`: the weights that change. */
export function changeWords(row: RecommendationRow): string {
  return changesOf(row)
    .filter(({ weightBefore, weightAfter }) => weightBefore !== weightAfter)
    .map(({ domain, weightBefore, weightAfter }) => `${domain} ${weightBefore} → ${weightAfter}`)
    .join(', ')
}

/** The change with what is expected of it. */
export function proposalWords(row: RecommendationRow): string {
  const gain = row.advice && gainOf(row.advice).gain
  const expected =
    gain === null ? '' : `, predicted to improve the objective by ${formatPercent(gain)}`
  return `weights ${changeWords(row)}${expected}`
}
