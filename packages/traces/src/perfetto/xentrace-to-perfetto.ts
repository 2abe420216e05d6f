import type { Readable } from 'node:stream'
import type { ReadOptions } from '../source-report.ts'
import { readSchedule } from '../xentrace/read-schedule.ts'
import type { XentraceSpec } from '../xentrace/xentrace-spec.ts'
import { type PartWithRequests, PerfettoTrace } from './perfetto-trace.ts'

/**
 * Converts part of a file of `xentrace` for Perfetto, piece by piece; states and requests are cut to
 * the part.
 *
 * @param write gets each piece; the next bytes are read when it is done
 * @returns how much of the trace was read, seconds; all of it where the part begins after its end
 * @throws TraceError as `readXentrace`
 */
export async function xentraceToPerfetto(
  bytes: Readable,
  spec: XentraceSpec,
  part: PartWithRequests,
  write: (piece: Uint8Array) => Promise<void>,
  opts: ReadOptions,
): Promise<number> {
  const trace = new PerfettoTrace(part)
  const pass = async () => {
    const piece = trace.take()
    if (piece.length > 0) await write(piece)
  }
  const followed = eachFollowedBy(pass, bytes)
  const onSpan = trace.add.bind(trace)
  const { toSeconds } = await readSchedule(followed, spec, part, onSpan, opts)
  await pass()
  for (const piece of trace.requestPieces()) await write(piece)
  return toSeconds
}

async function* eachFollowedBy<Item>(act: () => Promise<void>, items: AsyncIterable<Item>) {
  for await (const item of items) {
    yield item
    await act()
  }
}
