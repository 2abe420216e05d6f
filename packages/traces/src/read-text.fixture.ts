import { Readable } from 'node:stream'
import {
  type Observation,
  ObservationBuilder,
  type ReadOptions,
  readSource,
  type SourceSpec,
  TraceError,
} from './index.ts'

export const NOW = new Date('2026-11-21T00:00:00Z')

/** Reads one text as one source; `at(domain, i)` gives the i-th window of a domain. */
export async function readText(
  text: string | Buffer | (string | Buffer)[],
  spec: SourceSpec,
  {
    windowSeconds = 60,
    originEpochSeconds = 0,
    ...options
  }: ReadOptions & { windowSeconds?: number; originEpochSeconds?: number } = {},
) {
  const chunks = (Array.isArray(text) ? text : [text]).map((chunk) => Buffer.from(chunk))
  const builder = new ObservationBuilder({ windowSeconds, originEpochSeconds })
  const bytes = Readable.from(chunks, { objectMode: false })
  const report = await readSource(bytes, spec, builder, { path: 'test', now: NOW, ...options })
  const set = builder.finish()
  const at = (domain: string, index = 0): Observation => {
    const found = set.observations.filter((o) => o.domain === domain)[index]
    if (!found) throw new Error(`no window ${index} of ${domain}`)
    return found
  }
  return { report, set, at }
}

export async function refusalOf(reading: Promise<unknown>): Promise<TraceError> {
  const error = await reading.then(
    () => new Error('not refused'),
    (e: unknown) => e,
  )
  if (error instanceof TraceError) return error
  throw error
}
