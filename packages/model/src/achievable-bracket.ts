import type { DomainLoad } from './host-load.ts'
import { totalUtilisation, utilisation } from './utilisation.ts'

/**
 * Mean response times between which every work-conserving weighting of one pCPU must stay, for
 * Poisson arrivals and exponential demands: alone at the top of a preemptive priority order,
 * x / (1 - rho_p), and at its bottom. The achievable region of Coffman and Mitrani (1980).
 * Seconds; null at total utilisation 1 or more, where no steady state exists.
 */
export function achievableBracket(
  domain: DomainLoad,
  domains: readonly DomainLoad[],
): { bestSeconds: number; worstSeconds: number } | null {
  const total = totalUtilisation(domains)
  if (total >= 1) return null
  const others = total - utilisation(domain)
  const residualWork = domains.reduce(
    (sum, other) => sum + other.arrivalRatePerSecond * other.serviceTimeSeconds ** 2,
    0,
  )
  return {
    bestSeconds: domain.serviceTimeSeconds / (1 - utilisation(domain)),
    worstSeconds:
      domain.serviceTimeSeconds / (1 - others) + residualWork / ((1 - others) * (1 - total)),
  }
}
