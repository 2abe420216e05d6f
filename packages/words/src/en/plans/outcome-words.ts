import type { PlanOutcome, Statistic } from '@steelyard/contract'
import { formatCount, formatCounted, formatList } from '@steelyard/contract/format'

/** What a later recording says of the predictions, or what to record to find out. */
export function outcomeWords(
  recorded: Statistic | null,
  predicted: Statistic | null,
  domains: PlanOutcome['domains'],
): string {
  if (recorded === null) return 'No recording shows the host under these weights yet.'
  if (predicted === null) return 'Nothing was predicted for these values.'
  if (recorded !== predicted) {
    return 'The targets of the later recording apply to another statistic, so its times cannot be set beside the predicted ones.'
  }
  const judged = domains.filter(({ asPredicted }) => asPredicted !== null)
  const off = judged.filter(({ asPredicted }) => !asPredicted)
  if (judged.length === 0) return 'The later recording measured none of these guests.'
  if (off.length === 0) return `${formatCounted(judged.length, 'guest')} came out as predicted.`
  const asPredicted = judged.length - off.length
  return `${formatCount(asPredicted)} of ${formatCounted(judged.length, 'guest')} came out as predicted; ${formatList(off.map(directionOf))}.`
}

function directionOf({ domain, predicted, measuredMs }: PlanOutcome['domains'][number]): string {
  return `${domain} takes ${measuredMs! > predicted!.highMs ? 'longer' : 'less'}`
}
