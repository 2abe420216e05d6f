import { formatCount, formatList } from '@steelyard/contract/format'
import { valueFor } from '@steelyard/model'
import type { AdviceFigures } from '../../../saying.ts'

/** More names than this are no sentence. */
const MOST_NAMED = 6

/** Weights within a sentence: "vm1 384, vm2 307 and vm3 77". */
export function namedWeights(weights: readonly { domain: string; weight: number }[]): string {
  const words = weights.map(({ domain, weight }) => `${domain} ${formatCount(weight)}`)
  const more = words.length - MOST_NAMED
  return formatList(more > 0 ? [...words.slice(0, MOST_NAMED), `${more} more`] : words)
}

/**
 * The weights that were found, whether or not they are recommended. A domain that is not named keeps
 * its weight, unless all of them do.
 */
export function foundWeights({
  problem: { load, currentWeights },
  solution,
}: Pick<AdviceFigures, 'problem'> & {
  solution: Pick<AdviceFigures['solution'], 'weights'>
}): string {
  const found = solution.weights ?? currentWeights
  const guests = load.domains.map(({ name }) => ({ domain: name, weight: valueFor(found, name)! }))
  const changed = guests.filter(({ domain, weight }) => weight !== valueFor(currentWeights, domain))
  return namedWeights(changed.length > 0 ? changed : guests)
}
