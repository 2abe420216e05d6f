import type { DomainLoad, HostLoad } from './host-load.ts'

/** c_a squared: as identified, else from the log's variance, else 1 as of a Poisson stream. */
export function arrivalScv(domain: DomainLoad): number {
  const { arrivalScv: identified, interArrivalVarianceSeconds2, arrivalRatePerSecond } = domain
  if (identified !== undefined) return identified
  if (interArrivalVarianceSeconds2 === undefined) return 1
  return interArrivalVarianceSeconds2 * arrivalRatePerSecond ** 2
}

/** c_s squared: as identified, else 1 as of an exponential demand. */
export function serviceTimeScv(domain: DomainLoad): number {
  return domain.serviceTimeScv ?? 1
}

/** Waits relative to those under Poisson arrivals and exponential demands. */
export interface VariabilityFactors {
  /** Of requests that are served one after the other. */
  inLine: number
  /** Of requests that share a processor. */
  sharing: number
}

/**
 * Two-moment correction of a whole host, with v_i = lambda_i x_i^2:
 *
 * in line: sum v_i (c_a,i^2 + c_s,i^2) / (2 sum v_i), the mean backlog of a work-conserving server
 *   (with Poisson arrivals at any load by Pollaczek and Khinchine, else as in Kingman 1962 and
 *   Allen-Cunneen);
 * sharing: sum v_i (c_a,i^2 + c_s,i^2) / sum v_i (1 + c_s,i^2), which is 1 for Poisson arrivals because
 *   processor sharing is insensitive to the distribution of demands (heavy traffic: Gromoll 2004).
 *
 * One factor for all domains, not each its own (c_a^2 + c_s^2) / 2: a request waits for those in front,
 * whosever they are, and only a common factor keeps the conservation law
 * sum rho_i W_i = rho / (1 - rho) sum lambda_i E[S_i^2] / 2. For equal domains both are the same.
 */
export function variabilityFactors(domains: readonly DomainLoad[]): VariabilityFactors {
  const sums = { actual: 0, exponential: 0, poisson: 0 }
  for (const domain of domains) {
    const v = domain.arrivalRatePerSecond * domain.serviceTimeSeconds ** 2
    sums.actual += v * (arrivalScv(domain) + serviceTimeScv(domain))
    sums.exponential += v * 2
    sums.poisson += v * (1 + serviceTimeScv(domain))
  }
  if (sums.exponential === 0) return { inLine: 1, sharing: 1 }
  return { inLine: sums.actual / sums.exponential, sharing: sums.actual / sums.poisson }
}

/**
 * What of the host's factors applies to a domain with `meanRequests` in it on average. Where its guest
 * serves in order of arrival: the wait in line. Where the guest shares its vCPUs among its requests,
 * those that meet another one there share, in the mean field of `selfConsistentDps` the part
 * L / (1 + L); a request that is alone competes with other domains only: credit runs a woken domain,
 * boosted, until it blocks, so they wait in line; credit2 gives way after a millisecond, so they share.
 */
export function domainVariabilityFactor(
  { inLine, sharing }: VariabilityFactors,
  meanRequests: number,
  discipline: DomainLoad['discipline'] = 'processor-sharing',
  scheduler: HostLoad['scheduler'] = 'credit',
): number {
  if (discipline === 'fifo') return inLine
  if (scheduler === 'credit2') return sharing
  const meeting = meanRequests / (1 + meanRequests)
  return inLine * (1 - meeting) + sharing * meeting
}
