import type { DomainArrivals } from '@steelyard/analysis'
import type { TimeResolution } from '@steelyard/traces'
import type { Db, Tx } from '../../db.ts'
import { packed, unpacked } from '../../packed-offsets.ts'

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
