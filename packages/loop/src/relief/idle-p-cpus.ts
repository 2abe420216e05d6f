import { quantileFactor } from './divide-shares.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'

/**
 * pCPUs that must be idle on a host, whichever it is, for a domain to keep its target without any
 * help of weights: the mean time in M/M/1 is x / (1 - rho), whoever caused the load, and its
 * q-quantile ln(1 / (1 - q)) times that (Kleinrock, Queueing Systems I, 3.2). 0 without a target.
 */
export function idlePCpusFor(
  { targetSeconds, isBusy, cpuSecondsPerRequest }: DomainDemand,
  { statistic }: Pick<WeighedHost, 'statistic'>,
): number {
  if (targetSeconds === null || !isBusy) return 0
  return (quantileFactor(statistic) * (cpuSecondsPerRequest ?? 0)) / targetSeconds
}

/**
 * Whether a domain would miss its target even with a host to itself, because what its vCPUs or its
 * cap leave idle is too little. Then no move helps, only more vCPUs, a higher cap or less load.
 */
export function isBoundByItself(demand: DomainDemand, host: WeighedHost): boolean {
  return idlePCpusFor(demand, host) > demand.mostPCpus - demand.load * host.pCpus
}
