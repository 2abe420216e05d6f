import type { DomainLoad } from './host-load.ts'

/** rho_p = lambda_p x_p: CPUs kept busy by one domain (utilisation law). */
export function utilisation(domain: DomainLoad): number {
  return domain.arrivalRatePerSecond * domain.serviceTimeSeconds
}

/** rho: CPUs kept busy by all guests; Domain-0 not counted. */
export function totalUtilisation(domains: readonly DomainLoad[]): number {
  return domains.reduce((sum, domain) => sum + utilisation(domain), 0)
}
