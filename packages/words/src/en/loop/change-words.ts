import { formatList, formatRoughPercent, formatTimes } from '@steelyard/contract/format'
import type { ProposedChange, WeightChange } from '../../saying.ts'

/** `vm1 256 → 384, vm2 256 → 128`: the weights that change. */
export function weightChangeWords(changes: readonly WeightChange[]): string {
  return changes
    .filter(({ weightBefore, weightAfter }) => weightBefore !== weightAfter)
    .map(({ domain, weightBefore, weightAfter }) => `${domain} ${weightBefore} → ${weightAfter}`)
    .join(', ')
}

/** The change with what is expected of it. */
export function proposalWords(proposal: ProposedChange): string {
  return `weights ${weightChangeWords(proposal.changes)}${expectedWords(proposal)}`
}

function expectedWords({ gain, relief }: ProposedChange): string {
  if (gain !== null) return `, predicted to improve the objective by ${formatRoughPercent(gain)}`
  if (!relief || relief.worstExpected === null) return ''
  return `, expected to bring ${formatList([...relief.missing])} from ${formatTimes(relief.worstBefore)} the target to at most ${formatTimes(relief.worstExpected)}`
}
