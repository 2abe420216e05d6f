import type { Recommendation } from '@steelyard/analysis'
import { formatCount, formatList } from '@steelyard/contract/format'
import { valueFor } from '@steelyard/model'

/** More names than this are no sentence. */
const MOST_NAMED = 6

/** The weights that were found, whether or not they are recommended: "vm1 384 and vm3 77". */
export function foundWeights({
  problem: { load, currentWeights },
  solution: { weights },
}: Pick<Recommendation, 'problem' | 'solution'>): string {
  const guests = load.domains.map(({ name }) => ({
    name,
    now: valueFor(currentWeights, name),
    found: valueFor(weights ?? currentWeights, name),
  }))
  const changed = guests.filter(({ now, found }) => now !== found)
  // A domain that is not named keeps its weight, unless all of them do.
  const named = changed.length > 0 ? changed : guests
  const words = named.map(({ name, found }) => `${name} ${formatCount(found)}`)
  const more = words.length - MOST_NAMED
  return formatList(more > 0 ? [...words.slice(0, MOST_NAMED), `${more} more`] : words)
}
