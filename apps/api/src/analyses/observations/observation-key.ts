import { createHash } from 'node:crypto'
import type { SourceSpec } from '@steelyard/traces'

/** Raise it when the readers change what they make of the same bytes. */
const READER_VERSION = 3

/**
 * What a set of observations was made from: the same bytes read in the same way at the same windows
 * are read once, whichever analysis or upload asks.
 */
export function observationKey(made: {
  windowSeconds: number
  originEpochSeconds: number
  sources: readonly { sha256: string; path: string; spec: SourceSpec }[]
}): string {
  const sources = made.sources
    .map(({ sha256, path, spec }) => canonical({ sha256, path, spec }))
    .sort()
  const content = canonical({ ...made, sources, version: READER_VERSION })
  return createHash('sha256').update(content).digest('hex')
}

/** JSON with sorted keys: what comes back from the database has another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
