import type { DomainLoad, HostLoad } from './host-load.ts'

/**
 * c_a squared: as identified, otherwise from the log's variance, otherwise 1 as for a Poisson
 * stream.
 */
export function arrivalScv(domain: DomainLoad): number {
  const { arrivalScv: identified, interArrivalVarianceSeconds2, arrivalRatePerSecond } = domain
  if (identified !== undefined) return identified
  if (interArrivalVarianceSeconds2 === undefined) return 1
  return interArrivalVarianceSeconds2 * arrivalRatePerSecond ** 2
}

/** c_s squared: as identified, otherwise 1 as for an exponential demand. */
export function serviceTimeScv(domain: DomainLoad): number {
  return domain.serviceTimeScv ?? 1
}

/** Waits relative to those under Poisson arrivals and exponential demands. */
interface VariabilityFactors {
  /** For requests served one after the other. */
  inLine: number
  /** For requests that share a processor. */
  sharing: number
}

/**
 * Two-moment correction of a whole host, with v_i = lambda_i x_i^2:
 *
 * in line: sum v_i (c_a,i^2 + c_s,i^2) / (2 sum v_i), the mean backlog of a work-conserving server
 * (with Poisson arrivals at any load by Pollaczek and Khinchine, otherwise as in Kingman 1962 and
 * Allen-Cunneen);
 * sharing: sum v_i (c_a,i^2 + c_s,i^2) / sum v_i (1 + c_s,i^2), which is 1 for Poisson arrivals
 * because processor sharing is insensitive to the distribution of demands (heavy traffic: Gromoll
 * 2004).
 *
 * All domains have one common factor rather than each its own (c_a^2 + c_s^2) / 2: a request waits
 * for those ahead of it, whichever domain they belong to, and only a common factor keeps the
 * conservation law sum rho_i W_i = rho / (1 - rho) sum lambda_i E[S_i^2] / 2. For equal domains
 * both are the same.
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
 * How long a demand can be and still mostly be served without a break that lets other domains in,
 * seconds. Under credit, new requests wait in Domain-0 until the running vCPU blocks or its time
 * slice ends; credit2 preempts as soon as it may. Fitted, like the constants of `orderRules`.
 */
const UNBROKEN_SECONDS = { credit: 0.02, credit2: 0.004 }

/** A Linux guest's time slice for requests, fitted likewise: see `inLineWithin`. */
const TURN_SECONDS = 0.002
const LATE_SECONDS = 0.02
const LATE_WEIGHT = 2.5
const ENTRY_SECONDS = 0.1
const ENTRY_EXPONENT = 0.75

type Scheduler = NonNullable<HostLoad['scheduler']>

/** E[S^2] / E[S]: the demand of the request in service, as an arrival sees it. */
export function metDemandSeconds(domain: DomainLoad): number {
  return domain.serviceTimeSeconds * (1 + serviceTimeScv(domain))
}

/** The part of a domain's requests that make requests of other domains wait in line. */
export function inLineBetween(domain: DomainLoad, scheduler: Scheduler = 'credit'): number {
  return Math.exp(-metDemandSeconds(domain) / UNBROKEN_SECONDS[scheduler])
}

/**
 * The part of a domain's requests served in order of arrival among themselves, given the mean
 * number present. A request that finds the vCPU running waits in Domain-0 until the current one
 * completes, if that is soon. When more are present they take turns, and only those that complete
 * within their first turn keep the order. The kernel favours newcomers: with equal demands, those
 * that began early end late, later than under equal sharing, so the value can fall below 0, less
 * than no order at all.
 */
export function inLineWithin(domain: DomainLoad, meanRequests: number): number {
  if (domain.discipline === 'fifo') return 1
  const met = metDemandSeconds(domain)
  const inTurn = Math.exp(-((met / TURN_SECONDS) ** 2))
  const late = LATE_WEIGHT * (Math.exp(-met / LATE_SECONDS) - inTurn)
  const few = (1 + meanRequests) ** -ENTRY_EXPONENT
  return few * Math.exp(-met / ENTRY_SECONDS) + (1 - few) * (inTurn - late)
}

/**
 * How c_s^2 of a domain's demands changes the wait that it causes, relative to exponential ones:
 * (c_s^2 - 1) / 2 in line (Pollaczek and Khinchine), zero where requests share the processor, which
 * is insensitive to the distribution.
 */
export function demandExcess(domain: DomainLoad, inLine: number): number {
  return (inLine * (serviceTimeScv(domain) - 1)) / 2
}

/**
 * The same for c_a^2, relative to Poisson arrivals; together with `demandExcess` it equals the
 * `variabilityFactors` of one domain.
 */
export function arrivalExcess(domain: DomainLoad, inLine: number): number {
  return (arrivalScv(domain) - 1) * (inLine / 2 + (1 - inLine) / (1 + serviceTimeScv(domain)))
}

/**
 * A guest's kernel gives every request its first time slice within about this time, seconds.
 * Fitted.
 */
const FIRST_TURN_SECONDS = 0.005

/**
 * The part of its wait for others of its own domain that a request spends before it first runs.
 */
export function ownWaitPart(domain: DomainLoad): number {
  return domain.discipline === 'fifo' ? 1 : Math.exp(-metDemandSeconds(domain) / FIRST_TURN_SECONDS)
}
