import type { ThroughputPoint } from '@steelyard/model'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { type Db, Prisma } from '../db.ts'
import { invalid } from '../errors.ts'
import { lockHost } from '../hosts/host-row.ts'
import { findLoadBalancer, type LoadBalancerRow } from './load-balancer-row.ts'
import { checkPoints } from './throughput-fit.ts'

/** What was read and advised for another domain says nothing about this one. */
const NOTHING_READ = {
  sampledAt: null,
  reading: Prisma.DbNull,
  advice: Prisma.DbNull,
  problem: Prisma.DbNull,
}

/**
 * Names a host's load balancer, or measures it anew.
 * @throws AppError `host-not-found`; `invalid` for Domain-0, a domain that the host does not have, or
 *   points that no curve can be fitted to
 */
export async function setLoadBalancer(
  db: Db,
  actor: Actor,
  hostId: string,
  { domain, points }: { domain: string; points: ThroughputPoint[] },
): Promise<LoadBalancerRow> {
  checkPoints(points)
  return db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    if (domain === 'Domain-0') throw invalid('body.domain', 'Domain-0 serves the others')
    if (!host.domains.some(({ name, goneAt }) => name === domain && !goneAt)) {
      throw invalid('body.domain', 'is no domain of this host')
    }
    const before = await findLoadBalancer(tx, hostId)
    const create = points.map((point, position) => ({ ...point, position }))
    await tx.loadBalancer.upsert({
      where: { hostId },
      create: { hostId, domain, points: { create } },
      update: {
        domain,
        points: { deleteMany: {}, create },
        ...(before?.domain === domain ? {} : NOTHING_READ),
      },
    })
    const row = (await findLoadBalancer(tx, hostId))!
    const target = { kind: 'host', id: hostId, name: host.name }
    await audit(tx, actor, {
      action: 'load-balancer.set',
      target,
      detail: { domain, points },
    })
    return row
  })
}
