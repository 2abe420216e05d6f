import type { LoadBalancer } from '@steelyard/contract'
import type { Config } from '../config.ts'
import { adviceOf } from './advice-of.ts'
import type { LoadBalancerRow } from './load-balancer-row.ts'
import { throughputFitOf } from './throughput-fit.ts'

export function serialiseLoadBalancer(row: LoadBalancerRow, config: Config): LoadBalancer {
  return {
    hostId: row.hostId,
    hostName: row.hostName,
    domain: row.domain,
    vCpus: row.advice?.limits.vCpus ?? row.vCpus,
    points: row.points,
    fit: throughputFitOf(row.points),
    advice: adviceOf(row, new Date(), config),
    lastAskedAt: row.lastAskedAt?.toISOString() ?? null,
    trouble: row.problem,
  }
}
