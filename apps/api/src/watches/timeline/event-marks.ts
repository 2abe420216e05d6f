import type { HostMark } from '@steelyard/contract'
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
      ...mark(row.at, KIND[row.kind as HostEventKind], wordsOf(row)),
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

function wordsOf({ kind, domain, detail }: HostEventModel): string {
  const { before, after } = detail as HostEventDetail
  switch (kind as HostEventKind) {
    case 'weight':
      return `The weight of ${domain} was changed outside Steelyard, from ${before ?? 'none'} to ${after ?? 'none'}.`
    case 'cap':
      return `The cap of ${domain} was changed outside Steelyard, from ${before || 'none'} to ${after || 'none'}.`
    case 'domain-appeared':
      return `${domain} came onto the host.`
    case 'domain-gone':
      return `${domain} is no longer on the host.`
    case 'domain-restarted':
      return `${domain} was restarted.`
    case 'host-rebooted':
      return 'The host was rebooted.'
  }
}
