import type { ThroughputPoint } from '@steelyard/model'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { type Db, Prisma } from '../db.ts'
import { invalid } from '../errors.ts'
import { lockHost } from '../hosts/host-row.ts'
import { findLoadBalancer, type LoadBalancerRow } from './load-balancer-row.ts'
import { checkPoints } from './throughput-fit.ts'

/** Readings, reports and advice for another domain do not apply to this one. */
const NOTHING_READ = {
  sampledAt: null,
  reading: Prisma.DbNull,
  reportedAt: null,
  report: Prisma.DbNull,
  advice: Prisma.DbNull,
  problem: Prisma.DbNull,
}

/**
 * Sets a host's load balancer, or replaces its measured throughputs.
 * @throws AppError `invalid` for Domain-0, for a domain that the host does not have, and for points
 *   that no curve can be fitted to; `host-not-found`
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
      throw invalid('body.domain', 'is not a domain of this host')
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
