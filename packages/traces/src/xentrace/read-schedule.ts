import { Readable } from 'node:stream'
import { ObservationBuilder } from '../observations/observation-builder.ts'
import type { ReadOptions } from '../source-report.ts'
import { readXentrace } from './read-xentrace.ts'
import type { StateSpan } from './v-cpu-states.ts'
import type { XentraceSpec } from './xentrace-spec.ts'

/** Part of a trace, in seconds since its start. */
export interface TracePart {
  fromSeconds: number
  toSeconds: number
}

/**
 * Reads part of a file of `xentrace`, and no further: every state of each vCPU, in the order in which
 * they end.
 *
 * @param onSpan gets each state, cut to the part; idle vCPUs are left out
 * @returns the end of what was read, seconds since the start of the trace
 * @throws TraceError as `readSource`
 */
export async function readSchedule(
  bytes: AsyncIterable<Uint8Array>,
  spec: XentraceSpec,
  { fromSeconds, toSeconds }: TracePart,
  onSpan: (span: StateSpan) => void,
  opts: ReadOptions,
): Promise<number> {
  let reached = 0
  const needed = takeWhile(bytes, () => reached < toSeconds)
  // What is observed is thrown away: only the states are wanted.
  const observations = new ObservationBuilder({ windowSeconds: 60 })
  const report = await readXentrace(Readable.from(needed), spec, observations, opts, (span) => {
    reached = span.toSeconds
    const from = Math.max(span.fromSeconds, fromSeconds)
    const to = Math.min(span.toSeconds, toSeconds)
    if (from < to) onSpan({ ...span, fromSeconds: from, toSeconds: to })
  })
  return (report.lastAtEpochSeconds ?? spec.startEpochSeconds) - spec.startEpochSeconds
}

async function* takeWhile<Item>(items: AsyncIterable<Item>, wanted: () => boolean) {
  for await (const item of items) {
    yield item
    if (!wanted()) return
  }
}
