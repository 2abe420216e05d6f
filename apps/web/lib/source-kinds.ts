import type { Source } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'

type Counted = Pick<Source, 'kind' | 'noun' | 'observes'>

/** CPU traces come first, then logs, then anything else, and last what was not recognised. */
const ORDER: Source['observes'][] = ['cpu', 'requests', 'clientRequests', null]

function rankOf({ kind, observes }: Counted): number {
  return kind === 'unknown' ? ORDER.length : ORDER.indexOf(observes)
}

/** Counts sources by kind: "3 xenmon traces, 3 access logs, 1 file not recognised". */
export function sourceCounts(sources: readonly Counted[]): string {
  const kinds = new Map(sources.map((source) => [source.kind, source]))
  return [...kinds.values()]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ kind, noun }) => {
      const count = sources.filter((source) => source.kind === kind).length
      return formatCounted(count, noun.one, noun.many)
    })
    .join(', ')
}
