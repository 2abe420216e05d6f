import type { HostMark } from '@steelyard/contract'
import type { Db } from '../../db.ts'
import type { AnnotationModel } from '../../generated/prisma/models.ts'

/** What most marks lack. */
export const BARE_MARK = {
  to: null,
  domain: null,
  planId: null,
  hotspotId: null,
  annotationId: null,
  by: null,
}

/** What people wrote on the time axis of a host; the newest where there are more than `limit`. */
export async function annotationMarks(
  db: Db,
  hostId: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<HostMark[]> {
  const rows = await db.annotation.findMany({
    where: { hostId, at: { lt: to }, OR: [{ at: { gte: from } }, { to: { gte: from } }] },
    orderBy: { at: 'desc' },
    take: limit,
  })
  return rows.map(markOf).reverse()
}

export function markOf({ id, at, to, text, writtenBy }: AnnotationModel): HostMark {
  return {
    ...BARE_MARK,
    at: at.toISOString(),
    kind: 'annotation',
    text,
    to: to?.toISOString() ?? null,
    annotationId: id,
    by: writtenBy,
  }
}
