import { formatList, formatPercent, formatTimes } from '@steelyard/contract/format'
import { gainOf } from './advice.ts'
import type { RecommendationRow } from './recommendation-row.ts'
import { changesOf } from './serialise-recommendation.ts'
import { unpackRelief } from './stored-relief.ts'

/** `vm1 256 → 384, vm2 256 → 128`: the weights that change. */
export function changeWords(row: RecommendationRow): string {
  return changesOf(row)
    .filter(({ weightBefore, weightAfter }) => weightBefore !== weightAfter)
    .map(({ domain, weightBefore, weightAfter }) => `${domain} ${weightBefore} → ${weightAfter}`)
    .join(', ')
}

/** The change with what is expected of it. */
export function proposalWords(row: RecommendationRow): string {
  return `weights ${changeWords(row)}${expectedWords(row)}`
}

function expectedWords(row: RecommendationRow): string {
  const relief = unpackRelief(row)
  const gain = row.advice && gainOf(row.advice).gain
  if (gain !== null) return `, predicted to improve the objective by ${formatPercent(gain)}`
  if (!relief || !Number.isFinite(relief.worstExpected)) return ''
  return `, expected to bring ${formatList([...relief.missing])} from ${formatTimes(relief.worstBefore)} the target to at most ${formatTimes(relief.worstExpected)}`
}
