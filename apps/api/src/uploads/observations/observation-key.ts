import { createHash } from 'node:crypto'
import type { SourceSpec } from '@steelyard/traces'

/** Increase it when the readers produce different observations from the same bytes. */
const READER_VERSION = 6

/**
 * Identifies what a set of observations was made from. The same bytes, read in the same way with
 * the same windows, are read only once for all analyses and uploads.
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

/** JSON with sorted keys, because the database does not keep their order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
