import { Readable } from 'node:stream'
import { ObservationBuilder } from '../observations/observation-builder.ts'
import type { ReadOptions } from '../source-report.ts'
import { readXentrace } from '../xentrace/read-xentrace.ts'
import type { StateSpan } from '../xentrace/v-cpu-states.ts'
import type { XentraceSpec } from '../xentrace/xentrace-spec.ts'
import { PerfettoTrace } from './perfetto-trace.ts'

/** Part of a trace, in seconds since its start. */
export interface TracePart {
  fromSeconds: number
  toSeconds: number
}

/**
 * Converts part of a file of `xentrace` for Perfetto, piece by piece; states are cut to the part.
 *
 * @param write gets each piece; the next bytes are read when it is done
 * @returns how much of the trace there is, seconds
 * @throws TraceError as `readXentrace`
 */
export async function xentraceToPerfetto(
  bytes: Readable,
  spec: XentraceSpec,
  { fromSeconds, toSeconds }: TracePart,
  write: (piece: Uint8Array) => Promise<void>,
  opts: ReadOptions,
): Promise<number> {
  const trace = new PerfettoTrace()
  const pass = async () => {
    const piece = trace.take()
    if (piece.length > 0) await write(piece)
  }
  const report = await readXentrace(
    Readable.from(eachFollowedBy(pass, bytes)),
    spec,
    new ObservationBuilder({ windowSeconds: 1 }),
    opts,
    (span) => {
      const part = cut(span, fromSeconds, toSeconds)
      if (part.fromSeconds < part.toSeconds) trace.add(part)
    },
  )
  await pass()
  return (report.lastAtEpochSeconds ?? spec.startEpochSeconds) - spec.startEpochSeconds
}

function cut(span: StateSpan, from: number, to: number): StateSpan {
  return {
    ...span,
    fromSeconds: Math.max(span.fromSeconds, from),
    toSeconds: Math.min(span.toSeconds, to),
  }
}

async function* eachFollowedBy<Item>(act: () => Promise<void>, items: AsyncIterable<Item>) {
  for await (const item of items) {
    yield item
    await act()
  }
}
