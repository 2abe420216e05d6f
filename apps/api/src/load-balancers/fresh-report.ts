import type { LoadBalancerReport } from '@steelyard/contract'
import type { LoadBalancerRow } from './load-balancer-row.ts'

/** A load balancer reports every ten seconds; what is older says nothing about now. */
const COUNTS_FOR_MS = 60_000

/** What the load balancer last reported, unless that is too old to count. */
export function freshReport(
  { report, reportedAt }: LoadBalancerRow,
  now: Date,
): (LoadBalancerReport & { reportedAt: Date }) | null {
  if (!report || !reportedAt) return null
  return now.getTime() - reportedAt.getTime() > COUNTS_FOR_MS ? null : { ...report, reportedAt }
}
