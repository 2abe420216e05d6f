import { availableToGuests } from '../load/domain0-path.ts'
import type { DomainLoad, HostLoad } from '../load/host-load.ts'
import { totalUtilisation, utilisation } from '../load/utilisation.ts'
import { variabilityFactors } from '../load/variability.ts'

/**
 * The least and greatest mean response time of each domain under any work-conserving weighting of
 * one pCPU: at the top of a preemptive priority order, x / (1 - rho_p), and at its bottom. Exact
 * for Poisson arrivals and exponential demands (achievable region, Coffman and Mitrani 1980).
 * Domain-0 has priority over the guests, which stretches services to x / a.
 * For other arrivals and demands, the two-moment factors of `variabilityFactors` widen the bracket,
 * whether requests are served in order or share the processor; they never narrow it. The path
 * through Domain-0 itself is not included.
 * @returns seconds; null at saturation, where no steady state exists, and for several pCPUs
 */
export function achievableBracket(
  domain: DomainLoad,
  load: HostLoad,
): { bestSeconds: number; worstSeconds: number } | null {
  const available = availableToGuests(load)
  const total = totalUtilisation(load.domains)
  if (load.pCpus !== 1 || total >= available) return null
  const own = utilisation(domain)
  const others = total - own
  const alone = variabilityFactors([domain])
  const host = variabilityFactors(load.domains)
  const { serviceTimeSeconds } = domain
  const backlog = load.domains.reduce(
    (sum, other) => sum + other.arrivalRatePerSecond * other.serviceTimeSeconds ** 2,
    0,
  )
  // The same formulas in x / a, rho / a and sum lambda (x / a)^2, multiplied out.
  const bestWait = ((serviceTimeSeconds / available) * own) / (available - own)
  const worstWait = backlog / ((available - others) * (available - total))
  return {
    bestSeconds:
      serviceTimeSeconds / available + Math.min(1, alone.inLine, alone.sharing) * bestWait,
    worstSeconds:
      serviceTimeSeconds / (available - others) +
      Math.max(1, host.inLine, host.sharing) * worstWait,
  }
}
