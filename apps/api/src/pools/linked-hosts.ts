import type { PoolInventory } from '@steelyard/xapi'
import type { Db, Prisma, Tx } from '../db.ts'

/** A host and the member of a pool that it is. */
export interface LinkedHost {
  hostId: string
  hostUuid: string
}

/**
 * The hosts that are members of a pool: whose id is the UUID of the member, as in a pool of hosts; or
 * most of whose guests are those that XAPI has on the member. A guest that has just moved may be listed
 * on both.
 * @param among the watched ones, unless told
 */
export async function linkedHosts(
  db: Db | Tx,
  { hosts, guests }: Pick<PoolInventory, 'hosts' | 'guests'>,
  among: Prisma.HostWhereInput = { watch: { isNot: null } },
): Promise<LinkedHost[]> {
  const memberOf = new Map(guests.map(({ uuid, hostUuid }) => [uuid, hostUuid]))
  const domains = await db.domain.findMany({
    where: {
      goneAt: null,
      xenUuid: { in: [...memberOf.keys()], mode: 'insensitive' },
      host: among,
    },
    select: { hostId: true, xenUuid: true },
  })
  const shared = Map.groupBy(domains, ({ hostId, xenUuid }) =>
    [memberOf.get(xenUuid!.toLowerCase()) ?? '', hostId].join(' '),
  )
  const pairs = [...shared]
    .map(([pair, { length }]) => ({ pair: pair.split(' ') as [string, string], length }))
    .filter(({ pair: [hostUuid] }) => hostUuid !== '')
    .sort((one, other) => other.length - one.length)
  const members = await db.host.findMany({
    where: { AND: [among, { id: { in: hosts.map(({ uuid }) => uuid) } }] },
    select: { id: true },
  })
  const linked = members.map(({ id }): LinkedHost => ({ hostId: id, hostUuid: id }))
  for (const {
    pair: [hostUuid, hostId],
  } of pairs) {
    if (linked.some((each) => each.hostId === hostId || each.hostUuid === hostUuid)) continue
    linked.push({ hostId, hostUuid })
  }
  return linked
}
