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

/** What was read of a trace besides its states. */
export interface ScheduleRead {
  /** Where reading ended, seconds since the start of the trace. */
  toSeconds: number
  /** The times in the part of which nothing is known because records were lost, in order. */
  gaps: readonly TracePart[]
}

/**
 * Reads part of a file of `xentrace`, and no further: every state of each vCPU, in the order in which
 * they end.
 *
 * @param onSpan gets each state, cut to the part; idle vCPUs are left out
 * @throws TraceError as `readSource`
 */
export async function readSchedule(
  bytes: AsyncIterable<Uint8Array>,
  spec: XentraceSpec,
  part: TracePart,
  onSpan: (span: StateSpan) => void,
  opts: ReadOptions,
): Promise<ScheduleRead> {
  let reached = 0
  const gaps: TracePart[] = []
  const needed = takeWhile(bytes, () => reached < part.toSeconds)
  // What is observed is thrown away: only the states are wanted.
  const observations = new ObservationBuilder({ windowSeconds: 60 })
  await readXentrace(Readable.from(needed), spec, observations, opts, {
    span(span) {
      reached = span.toSeconds
      const within = cutTo(part, span)
      if (within) onSpan({ ...span, ...within })
    },
    gap(fromSeconds, toSeconds) {
      const within = cutTo(part, { fromSeconds, toSeconds })
      if (within) gaps.push(within)
    },
    end(seconds) {
      reached = seconds
    },
  })
  return { toSeconds: reached, gaps }
}

function cutTo(part: TracePart, { fromSeconds, toSeconds }: TracePart): TracePart | null {
  const from = Math.max(fromSeconds, part.fromSeconds)
  const to = Math.min(toSeconds, part.toSeconds)
  return from < to ? { fromSeconds: from, toSeconds: to } : null
}

async function* takeWhile<Item>(items: AsyncIterable<Item>, wanted: () => boolean) {
  for await (const item of items) {
    yield item
    if (!wanted()) return
  }
}
