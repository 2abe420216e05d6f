import { cappedPCpus, cappedTime } from './cap.ts'
import { manyServerResponseTimeSeconds } from './erlang-c.ts'
import type { DomainLoad, HostLoad } from './host-load.ts'
import type { PairwiseQueue } from './pairwise-times.ts'
import { type Contention, contentionOf } from './sdps-contention.ts'
import { type Contender, orderOf, orderRules } from './sdps-order.ts'
import { settledTimes } from './settled-times.ts'
import { arrivalExcess, demandExcess, inLineBetween, inLineWithin } from './variability.ts'
import type { Weights } from './weights.ts'

/** How many of the host's pCPUs a domain can use at once; unknown vCPUs are no limit. */
export function usablePCpus({ vCpus }: DomainLoad, { pCpus }: HostLoad): number {
  return Math.min(vCpus ?? pCpus, pCpus)
}

/** Most CPU that a domain can get, in pCPUs, where Domain-0 leaves the part `available` of each. */
export function mostPCpus(domain: DomainLoad, load: HostLoad, available: number): number {
  return Math.min(usablePCpus(domain, load) * available, cappedPCpus(domain))
}

/** What the domain gets of what it asks for, in pCPUs: beyond its cap or vCPUs it takes what there is. */
function carried(domain: DomainLoad, load: HostLoad, available: number): number {
  const asked = domain.arrivalRatePerSecond * domain.serviceTimeSeconds
  return Math.min(asked, mostPCpus(domain, load, available))
}

/** What the domains together can be given of what they ask for, in pCPUs. */
export function carriedLoad(load: HostLoad, available: number): number {
  return load.domains.reduce((sum, domain) => sum + carried(domain, load, available), 0)
}

/**
 * Mean time of a request from waking its domain to the end of its service, for the domains given, in
 * seconds; Infinity where a domain asks for more than its cap or vCPUs allow. `available` is the part
 * of each pCPU that Domain-0 leaves: it comes first, so services take 1 / available of their time.
 * The domains must have arrivals and demand, and the host must not be saturated.
 *
 * The times settle (`settledTimes`) between who is done first, by weights and numbers of requests
 * (`orderOf`), and those numbers.
 */
export function sdpsTimes(load: HostLoad, weights: Weights, available: number): number[] | null {
  const { domains, pCpus, scheduler = 'credit' } = load
  const sharing = sharingOf(load, available)
  const order = orderOf(sharing.contenders(weights), pCpus, orderRules[scheduler])
  const times = settledTimes(sharing.queue, sharing.services, order, sharing.alike)
  return (
    times && domains.map((domain, k) => Math.max(times[k]!, aloneTime(domain, load, available)))
  )
}

/** What of `sdpsTimes` does not depend on weights, and its contenders at some. */
export interface Sharing {
  queue: PairwiseQueue
  services: readonly number[]
  /** How many requests each domain would have if nobody had weights. */
  alike: Float64Array
  contenders(weights: Weights): Contender[]
}

export function sharingOf(load: HostLoad, available: number): Sharing {
  const { domains, pCpus } = load
  const utilisation = domains.map((domain) => carried(domain, load, available) / available)
  const vCpus = domains.map((domain) => usablePCpus(domain, load))
  const contention = contentionOf(utilisation, vCpus, pCpus)
  const services = domains.map(({ serviceTimeSeconds }) => serviceTimeSeconds / available)
  const idle = 1 - utilisation.reduce((sum, rho) => sum + rho, 0) / pCpus
  const alike = Float64Array.from(utilisation, (rho) => rho / idle)
  const work = workOf(load, utilisation, contention, alike).map((seconds) => seconds / available)
  const contenders = (weights: Weights) =>
    domains.map(({ name }, k) => ({
      weight: weights[name]!,
      utilisation: utilisation[k]!,
      serviceTimeSeconds: services[k]!,
    }))
  return { queue: { utilisation, contention, work }, services, alike, contenders }
}

/**
 * The work of `PairwiseQueue`: x_k, and what variation adds to the wait, each by what it meets: of its own
 * domain and of others in line the variation of demands, of all that is in its way that of its own
 * arrivals. So Pollaczek and Khinchine's mean wait comes out for one domain, and for several in line
 * their conservation law. How many requests a domain has is taken as if nobody had weights, so that
 * weights do not change the work.
 */
function workOf(
  { domains, scheduler }: HostLoad,
  utilisation: readonly number[],
  { own, between }: Contention,
  meanRequests: ArrayLike<number>,
): number[] {
  const n = domains.length
  const excess = domains.map(
    (domain) => domain.serviceTimeSeconds * demandExcess(domain, inLineBetween(domain, scheduler)),
  )
  return domains.map((domain, k) => {
    const inLine = inLineWithin(domain, meanRequests[k]!)
    let pressure = own[k]!
    let byOthers = 0
    for (let j = 0; j < n; j++) {
      if (j === k) continue
      const met = between[k * n + j]! * utilisation[j]!
      pressure += met
      byOthers += met * excess[j]!
    }
    const factor =
      1 + own[k]! * demandExcess(domain, inLine) + pressure * arrivalExcess(domain, inLine)
    return domain.serviceTimeSeconds * factor + byOthers
  })
}

/** What the domain would take alone on the host: its own queue for its vCPUs, and its cap. */
export function aloneTime(domain: DomainLoad, load: HostLoad, available: number): number {
  const { arrivalRatePerSecond: rate, serviceTimeSeconds } = domain
  const service = serviceTimeSeconds / available
  const exponential = manyServerResponseTimeSeconds(usablePCpus(domain, load), rate, service)
  const inLine = inLineWithin(domain, rate * exponential)
  const factor = 1 + demandExcess(domain, inLine) + arrivalExcess(domain, inLine)
  const uncapped = service + factor * (exponential - service)
  return Math.max(uncapped, cappedTime(domain, load.scheduler, factor))
}
