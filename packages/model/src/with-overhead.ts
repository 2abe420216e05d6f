import { erlangC } from './erlang-c.ts'
import type { HostLoad } from './host-load.ts'
import { totalUtilisation } from './utilisation.ts'

/**
 * Part of the guests' CPU time that passes while every pCPU is busy. By Erlang's C, the chance that all
 * m are: that state holds m of the m rho pCPUs that are busy on average, so C / rho. 1 on one pCPU, where
 * whoever runs has all of them busy, and from saturation on.
 */
export function allBusyPart(load: HostLoad): number {
  const { pCpus, domain0 } = load
  const busy =
    totalUtilisation(load.domains) + domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
  if (pCpus === 1 || busy >= pCpus) return 1
  return busy <= 0 ? 0 : Math.min(1, (erlangC(pCpus, busy) * pCpus) / busy)
}

/**
 * What the VMM's overhead of paper 4 multiplies the guests' service times by: 1 + o for what is done
 * while all pCPUs are busy. Service times that were measured on a host that was busy itself have a part
 * of it in them: given the load that they were measured at, only the difference counts, so that the same
 * load has a factor of 1.
 * @param fraction o, from `vmmOverhead`
 */
export function overheadFactor(load: HostLoad, fraction: number, measuredAt?: HostLoad): number {
  const already = measuredAt ? 1 + fraction * allBusyPart(measuredAt) : 1
  return (1 + fraction * allBusyPart(load)) / already
}

/** The load with `overheadFactor` in the guests' service times and in what they do without requests. */
export function withOverhead(load: HostLoad, fraction: number, measuredAt?: HostLoad): HostLoad {
  const factor = overheadFactor(load, fraction, measuredAt)
  if (factor === 1) return load
  return {
    ...load,
    domains: load.domains.map((domain) => ({
      ...domain,
      serviceTimeSeconds: domain.serviceTimeSeconds * factor,
      ...(domain.backgroundUtilisation !== undefined && {
        backgroundUtilisation: domain.backgroundUtilisation * factor,
      }),
    })),
  }
}
