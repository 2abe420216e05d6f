import type { HostMark } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Db } from '../../db.ts'
import type { HostEventModel } from '../../generated/prisma/models.ts'
import type { HostEventDetail, HostEventKind } from '../../host-event.ts'
import { type MarksWanted, mark } from './mark.ts'

/** What readings of the host show, except what Steelyard itself did: that has marks of its own. */
export async function eventMarks(
  db: Db,
  hostId: string,
  { from, to, limit }: MarksWanted,
): Promise<HostMark[]> {
  const rows = await db.hostEvent.findMany({
    where: { hostId, at: { gte: from, lt: to } },
    orderBy: { at: 'asc' },
    take: limit,
  })
  return rows
    .filter(({ detail }) => !(detail as HostEventDetail).applicationId)
    .map((row) => ({
      ...mark(row.at, KIND[row.kind as HostEventKind], words.hosts.event(eventOf(row))),
      domain: row.domain,
    }))
}

const KIND: Record<HostEventKind, HostMark['kind']> = {
  weight: 'weight',
  cap: 'cap',
  'domain-appeared': 'domain',
  'domain-gone': 'domain',
  'domain-restarted': 'domain',
  'host-rebooted': 'reboot',
}

function eventOf({ kind, domain, detail }: HostEventModel) {
  return { kind: kind as HostEventKind, domain, ...(detail as HostEventDetail) }
}
