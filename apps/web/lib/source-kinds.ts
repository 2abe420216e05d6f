import type { Source, SourceKind } from '@steelyard/contract'
import { formatItems } from './format/lists.ts'
import { formatCounted } from './format/numbers.ts'

const nouns: Record<SourceKind, [string, string]> = {
  xentrace: ['scheduler trace (xentrace)', 'scheduler traces (xentrace)'],
  xenmon: ['xenmon trace', 'xenmon traces'],
  xentop: ['xentop trace', 'xentop traces'],
  'access-log': ['access log', 'access logs'],
  'client-times': ['file of client times', 'files of client times'],
  recording: ['recording description', 'recording descriptions'],
  'xl-output': ['xl listing', 'xl listings'],
  unknown: ['unknown file', 'unknown files'],
}

const order = Object.keys(nouns) as SourceKind[]

/** "3 xenmon traces, 3 access logs, 1 file not recognised" */
export function sourceCounts(sources: Pick<Source, 'kind'>[]): string {
  const counts = order
    .map((kind) => ({ kind, count: sources.filter((source) => source.kind === kind).length }))
    .filter(({ count }) => count > 0)
  return formatItems(counts.map(({ kind, count }) => formatCounted(count, ...nouns[kind])))
}
