import type { HostMark } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Db } from '../../db.ts'
import { type MarksWanted, mark } from './mark.ts'

export async function hotspotMarks(
  db: Db,
  hostId: string,
  { from, to, limit }: MarksWanted,
): Promise<HostMark[]> {
  const rows = await db.hotspot.findMany({
    where: { hostId, openedAt: { lt: to }, OR: [{ closedAt: null }, { closedAt: { gte: from } }] },
    select: { id: true, domain: true, openedAt: true, closedAt: true },
    orderBy: { openedAt: 'asc' },
    take: limit,
  })
  return rows.map(({ id, domain, openedAt, closedAt }) => ({
    ...mark(openedAt, 'hotspot', words.hosts.targetMissed(domain)),
    to: closedAt?.toISOString() ?? null,
    domain,
    hotspotId: id,
  }))
}
