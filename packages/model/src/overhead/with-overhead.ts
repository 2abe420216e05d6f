import type { HostLoad } from '../load/host-load.ts'
import { totalUtilisation } from '../load/utilisation.ts'
import { erlangC } from '../numeric/erlang-c.ts'

/**
 * Part of the guests' CPU time that passes while every pCPU is busy. Erlang's C is the probability
 * that all m are; that state accounts for m of the m rho pCPUs that are busy on average, so the
 * part is C / rho. 1 on one pCPU, where any running vCPU makes all of them busy, and from
 * saturation on.
 */
export function allBusyPart(load: HostLoad): number {
  const { pCpus, domain0 } = load
  const busy =
    totalUtilisation(load.domains) + domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
  if (pCpus === 1 || busy >= pCpus) return 1
  return busy <= 0 ? 0 : Math.min(1, (erlangC(pCpus, busy) * pCpus) / busy)
}

/**
 * The factor that the VMM overhead of paper 4 applies to the guests' service times: 1 + o for the
 * work done while all pCPUs are busy. Service times measured on a busy host already contain part of
 * it. Given the load of that measurement, only the difference counts, so the same load has a factor
 * of 1.
 * @param fraction o, from `vmmOverhead`
 */
export function overheadFactor(load: HostLoad, fraction: number, measuredAt?: HostLoad): number {
  const already = measuredAt ? 1 + fraction * allBusyPart(measuredAt) : 1
  return (1 + fraction * allBusyPart(load)) / already
}

/** The load with `overheadFactor` applied to the guests' service times and their background. */
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
