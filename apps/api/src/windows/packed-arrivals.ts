import type { DomainArrivals } from '@steelyard/analysis'
import type { TimeResolution } from '@steelyard/traces'
import { packed, unpacked } from '../packed-offsets.ts'

/**
 * A host with more requests in 10 s than this keeps none of them: their bytes would outgrow all
 * else, and a twin that plays so many takes longer than anyone waits.
 */
export const MAX_ARRIVALS = 20_000

/** When the requests of a window came; `too-many` where there were more than are kept. */
export type WindowArrivals = DomainArrivals[] | 'too-many'

/** What precedes the offsets, which follow in the same order, four bytes each. */
type Head = 'too-many' | [domain: string, resolution: TimeResolution, count: number][]

const HEAD_LENGTH_BYTES = 4
const OFFSET_BYTES = 4

/** The arrivals of one window; their starts are not kept, because all are that of the window. */
export function packArrivals(arrivals: WindowArrivals): Buffer<ArrayBuffer> {
  if (arrivals === 'too-many') return headed(arrivals, [])
  const all = arrivals.reduce((sum, { offsetsSeconds }) => sum + offsetsSeconds.length, 0)
  if (all > MAX_ARRIVALS) return headed('too-many', [])
  return headed(
    arrivals.map(({ domain, resolution, offsetsSeconds }) => [
      domain,
      resolution,
      offsetsSeconds.length,
    ]),
    arrivals.map(({ offsetsSeconds }) => packed(offsetsSeconds)),
  )
}

function headed(head: Head, offsets: Uint8Array[]): Buffer<ArrayBuffer> {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(HEAD_LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...offsets])
}

export function unpackArrivals(bytes: Uint8Array, startEpochSeconds: number): WindowArrivals {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headEnd = HEAD_LENGTH_BYTES + buffer.readUInt32LE()
  const head = JSON.parse(buffer.toString('utf8', HEAD_LENGTH_BYTES, headEnd)) as Head
  if (head === 'too-many') return head
  let from = headEnd
  return head.map(([domain, resolution, count]) => {
    const to = from + count * OFFSET_BYTES
    const offsetsSeconds = unpacked(buffer.subarray(from, to))
    from = to
    return { domain, startEpochSeconds, offsetsSeconds, resolution }
  })
}
