import { Readable } from 'node:stream'
import { type Observation, ObservationBuilder, readSource } from '@steelyard/traces'
import type { RecordingFacts } from '@steelyard/xen'
import { WINDOW_SECONDS } from '../../windows/levels.ts'

/**
 * What a burst of xentrace shows of each domain, in the windows of the watch and on our clock.
 * @throws TraceError for a trace that cannot be read
 */
export async function traceObservations(
  bytes: readonly Buffer[],
  { trace, clock, domains }: Pick<RecordingFacts, 'trace' | 'clock' | 'domains'>,
): Promise<Observation[]> {
  if (!trace?.recorded || trace.tscHz === null) return []
  const builder = new ObservationBuilder({ windowSeconds: WINDOW_SECONDS })
  await readSource(
    Readable.from(bytes, { objectMode: false }),
    {
      kind: 'xentrace',
      startEpochSeconds: trace.askedAtHostSeconds - clock.hostMinusOursSeconds,
      tscHz: trace.tscHz,
      domainNames: Object.fromEntries(domains.map(({ id, name }) => [String(id), name])),
    },
    builder,
  )
  return builder.finish().observations
}
