import { cappedPCpus, cappedTime } from './cap.ts'
import { erlangC, manyServerResponseTimeSeconds } from './erlang-c.ts'
import type { DomainLoad, HostLoad } from './host-load.ts'
import { selfConsistentDps } from './self-consistent-dps.ts'
import { domainVariabilityFactor, variabilityFactors } from './variability.ts'
import type { Weights } from './weights.ts'

/** How many of the host's pCPUs a domain can use at once; unknown vCPUs are no limit. */
export function usablePCpus({ vcpus }: DomainLoad, { physicalCpus }: HostLoad): number {
  return Math.min(vcpus ?? physicalCpus, physicalCpus)
}

/** Most CPU that a domain can get, in pCPUs, where Domain-0 leaves the part `available` of each. */
export function mostPCpus(domain: DomainLoad, load: HostLoad, available: number): number {
  return Math.min(usablePCpus(domain, load) * available, cappedPCpus(domain))
}

/** What the domains together can be given of what they ask for, in pCPUs. */
export function carriedLoad(load: HostLoad, available: number): number {
  return load.domains.reduce(
    (sum, domain) =>
      sum +
      Math.min(
        domain.arrivalRatePerSecond * domain.serviceTimeSeconds,
        mostPCpus(domain, load, available),
      ),
    0,
  )
}

/**
 * Mean time of a request from waking its domain to the end of its service, for the domains given, in
 * seconds; Infinity where a domain asks for more than its cap or vCPUs allow. `available` is the part
 * of each pCPU that Domain-0 leaves: it comes first, so services take 1 / available of their time.
 * The domains must have arrivals and demand, and the host must not be saturated.
 */
export function sdpsTimes(load: HostLoad, weights: Weights, available: number): number[] | null {
  const { domains, physicalCpus } = load
  const factors = variabilityFactors(domains)
  // A domain beyond its cap or vCPUs takes what it gets, not what it asks for.
  const classes = domains.map((domain) => ({
    arrivalRatePerSecond: Math.min(
      domain.arrivalRatePerSecond,
      mostPCpus(domain, load, available) / domain.serviceTimeSeconds,
    ),
    serviceTimeSeconds: domain.serviceTimeSeconds / (available * physicalCpus),
  }))
  const fast = selfConsistentDps(
    classes,
    domains.map(({ name }) => weights[name]!),
  )
  if (!fast) return null
  const utilisation = carriedLoad(load, available) / (available * physicalCpus)
  // Of k pCPUs as of one of k times the speed, but for the chance to find one free: exact for one class.
  const waiting = erlangC(physicalCpus, utilisation * physicalCpus) / utilisation
  return domains.map((domain, k) => {
    const service = domain.serviceTimeSeconds / available
    const wait = waiting * (fast[k]! - classes[k]!.serviceTimeSeconds)
    const meanRequests = domain.arrivalRatePerSecond * (service + wait)
    const factor = domainVariabilityFactor(factors, meanRequests, domain.discipline, load.scheduler)
    return Math.max(service + factor * wait, aloneTime(domain, load, available))
  })
}

/** What the domain would take alone on the host: its own queue for its vCPUs, and its cap. */
export function aloneTime(domain: DomainLoad, load: HostLoad, available: number): number {
  const { arrivalRatePerSecond: rate, serviceTimeSeconds } = domain
  const service = serviceTimeSeconds / available
  const exponential = manyServerResponseTimeSeconds(usablePCpus(domain, load), rate, service)
  const factor = domainVariabilityFactor(
    variabilityFactors([domain]),
    rate * exponential,
    domain.discipline,
    load.scheduler,
  )
  const uncapped = service + factor * (exponential - service)
  return Math.max(uncapped, cappedTime(domain, load.scheduler, factor))
}
