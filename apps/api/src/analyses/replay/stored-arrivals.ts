import type { DomainArrivals } from '@steelyard/analysis'
import type { TimeResolution } from '@steelyard/traces'
import type { Db, Tx } from '../../db.ts'

/** The unit is 10 us: finer than the time stamps of any log, and four bytes hold half a day. */
const UNITS_PER_SECOND = 100_000
const BYTES = 4

export async function storeArrivals(
  tx: Tx,
  analysisId: string,
  arrivals: readonly DomainArrivals[],
): Promise<void> {
  await tx.analysisArrivals.createMany({
    data: arrivals.map(({ domain, startEpochSeconds, offsetsSeconds, resolution }) => ({
      analysisId,
      domain,
      startEpochSeconds,
      resolution,
      offsets: packed(offsetsSeconds),
    })),
  })
}

/** Empty for an analysis that had too many requests to keep. */
export async function loadArrivals(db: Db | Tx, analysisId: string): Promise<DomainArrivals[]> {
  const rows = await db.analysisArrivals.findMany({
    where: { analysisId },
    orderBy: { domain: 'asc' },
  })
  return rows.map(({ domain, startEpochSeconds, offsets, resolution }) => ({
    domain,
    startEpochSeconds,
    offsetsSeconds: unpacked(offsets),
    resolution: resolution as TimeResolution,
  }))
}

export function packed(offsetsSeconds: Float64Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(offsetsSeconds.length * BYTES)
  const view = new DataView(bytes.buffer)
  for (const [index, seconds] of offsetsSeconds.entries()) {
    view.setUint32(index * BYTES, Math.round(seconds * UNITS_PER_SECOND), true)
  }
  return bytes
}

export function unpacked(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float64Array.from(
    { length: bytes.byteLength / BYTES },
    (_, index) => view.getUint32(index * BYTES, true) / UNITS_PER_SECOND,
  )
}
