import type { RequestPart, RequestPartKind } from '@steelyard/contract'
import { formatMs, formatWholePercent } from '@steelyard/contract/format'
import { groupBy } from '../../lib/group-by.ts'
import { partWords } from './part-words.ts'

/**
 * How long a request takes and what most of it goes into. Waits count together, whoever ran
 * meanwhile, for many neighbours with a little each still make one long wait.
 */
export function verdictWords(guest: string, meanParts: readonly RequestPart[]): string {
  const mean = sumOf(meanParts)
  const took = `A request of ${guest} took ${formatMs(mean)} on average.`
  const [largest] = [...groupBy(meanParts, ({ kind }) => kind)].sort(
    ([, a], [, b]) => sumOf(b) - sumOf(a),
  )
  if (!largest || mean <= 0) return took
  const ms = sumOf(largest[1])
  return `${took} The largest part, ${formatMs(ms)} (${formatWholePercent(ms / mean)}), was ${wordsOf(...largest)}.`
}

function wordsOf(kind: RequestPartKind, parts: readonly RequestPart[]): string {
  const [longest, ...others] = parts.toSorted((a, b) => b.ms - a.ms)
  if (!longest) return kind
  if (others.length === 0) return partWords(longest)
  const whom = longest.domain === null ? 'a pCPU was idle' : `${longest.domain} ran`
  return `waiting for a pCPU, ${formatMs(longest.ms)} of it while ${whom}`
}

export function sumOf(parts: readonly RequestPart[]): number {
  return parts.reduce((sum, { ms }) => sum + ms, 0)
}
