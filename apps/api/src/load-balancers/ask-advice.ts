import type { LoadBalancerAdvice, LoadBalancerReport } from '@steelyard/contract'
import type { Principal } from '../access/permissions.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { adviceOf } from './advice-of.ts'
import { findLoadBalancer } from './load-balancer-row.ts'

/**
 * Answers from stored data and records when the load balancer asked, because the agent samples only
 * hosts whose load balancer asks.
 * @param report what the load balancer says of itself; null leaves the last report as it is, because
 *   the dashboard asks as well
 * @throws AppError `host-not-found`, also for a host that the token does not cover;
 *   `load-balancer-not-found`
 */
export async function askAdvice(
  { db, config }: Deps,
  principal: Principal,
  hostId: string,
  report: LoadBalancerReport | null,
): Promise<LoadBalancerAdvice> {
  if (principal.hostId !== undefined && principal.hostId !== hostId) throw notFound('host')
  if ((await db.host.count({ where: { id: hostId } })) === 0) throw notFound('host')
  const now = new Date()
  const reported = report && { report, reportedAt: now }
  await db.loadBalancer.updateMany({ where: { hostId }, data: { lastAskedAt: now, ...reported } })
  const row = await findLoadBalancer(db, hostId)
  if (!row) throw notFound('load-balancer')
  return adviceOf(row, now, config)
}
