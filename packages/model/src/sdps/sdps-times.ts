import { cappedPCpus, cappedTime } from '../load/cap.ts'
import type { DomainLoad, HostLoad } from '../load/host-load.ts'
import {
  arrivalExcess,
  arrivalScv,
  demandExcess,
  inLineBetween,
  inLineWithin,
} from '../load/variability.ts'
import type { Weights } from '../load/weights.ts'
import { manyServerResponseTimeSeconds } from '../numeric/erlang-c.ts'
import type { PairwiseQueue } from './pairwise-times.ts'
import { regularMeetingSeconds } from './regular-meetings.ts'
import { type Contention, contentionOf } from './sdps-contention.ts'
import { type MetDomain, orderOf, orderRules } from './sdps-order.ts'
import { settledTimes } from './settled-times.ts'

/**
 * How many of the host's pCPUs a domain can use at once; an unknown number of vCPUs is no limit.
 */
export function usablePCpus({ vCpus }: DomainLoad, { pCpus }: HostLoad): number {
  return Math.min(vCpus ?? pCpus, pCpus)
}

/**
 * The most CPU that a domain can get, in pCPUs, where Domain-0 leaves the part `available` of each.
 */
export function mostPCpus(domain: DomainLoad, load: HostLoad, available: number): number {
  return Math.min(usablePCpus(domain, load) * available, cappedPCpus(domain))
}

/** CPU that the domain gets, in pCPUs: its demand, limited by its cap and vCPUs. */
function carried(domain: DomainLoad, load: HostLoad, available: number): number {
  const asked = domain.arrivalRatePerSecond * domain.serviceTimeSeconds
  return Math.min(asked, mostPCpus(domain, load, available))
}

/** CPU that the domains get together, in pCPUs, after their caps and vCPU limits. */
export function carriedLoad(load: HostLoad, available: number): number {
  return load.domains.reduce((sum, domain) => sum + carried(domain, load, available), 0)
}

/**
 * Mean time of a request from waking its domain to the end of its service, for the domains given,
 * by their weights, in seconds; Infinity where a domain demands more than its cap or vCPUs allow. `available` is the
 * part of each pCPU that Domain-0 leaves: Domain-0 has priority, so services take 1 / available of
 * their time. The domains must have arrivals and demand, and the host must not be saturated.
 *
 * The times are a fixed point (`settledTimes`) of the order of completion, which depends on weights
 * and request counts (`orderOf`), and those counts.
 */
export function sdpsTimes(
  load: HostLoad,
  available: number,
): (weights: Weights) => number[] | null {
  const { domains, pCpus, scheduler = 'credit' } = load
  const sharing = sharingOf(load, available)
  return (weights) => {
    const contenders = sharing.contenders(weights)
    const order = orderOf(contenders, pCpus, orderRules[scheduler])
    const times = settledTimes(sharing.queue, sharing.services, order, sharing.alike)
    if (!times) return null
    return domains.map((_, k) =>
      Math.max(times[k]!, leastTime(k, load, available, sharing, contenders)),
    )
  }
}

/**
 * The time that domain k would take alone on the host, and where its arrivals are more regular than
 * Poisson's, what it loses to others at any phase: the equations above extrapolate from Poisson
 * arrivals and have nothing left for c_a^2 near 0.
 * @param contenders k at the weight that it has, and the others at the weights that they have
 */
export function leastTime(
  k: number,
  load: HostLoad,
  available: number,
  { queue }: Sharing,
  contenders: readonly MetDomain[],
): number {
  const domain = load.domains[k]!
  const alone = aloneTime(domain, load, available)
  const regular = 1 - arrivalScv(domain)
  if (regular <= 0) return alone
  const n = contenders.length
  const isOther = (_: unknown, j: number) => j !== k
  return (
    alone +
    regular *
      regularMeetingSeconds({
        own: contenders[k]!,
        others: contenders.filter(isOther),
        between: Array.from(queue.contention.between)
          .slice(k * n, (k + 1) * n)
          .filter(isOther),
        weightExponent: orderRules[load.scheduler ?? 'credit'].weight,
      })
  )
}

/**
 * The part of `sdpsTimes` that does not depend on weights, and its contenders at given weights.
 */
export interface Sharing {
  queue: PairwiseQueue
  services: readonly number[]
  /** Mean number of requests of each domain under equal standing. */
  alike: Float64Array
  contenders(weights: Weights): MetDomain[]
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
 * The work of `PairwiseQueue`: x_k plus what variation adds to the wait. Each kind of variation
 * counts with what it meets: that of demands for the requests in line, of its own domain and of
 * others; that of arrivals for everything that delays the domain. This reproduces the
 * Pollaczek-Khinchine mean wait for a single domain and the conservation law for several in line.
 * The request counts are those under equal standing, so that weights do not change the work.
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

/**
 * The time that the domain would take alone on the host, with its own queue for its vCPUs and its
 * cap.
 */
export function aloneTime(domain: DomainLoad, load: HostLoad, available: number): number {
  const { arrivalRatePerSecond: rate, serviceTimeSeconds } = domain
  const service = serviceTimeSeconds / available
  const exponential = manyServerResponseTimeSeconds(usablePCpus(domain, load), rate, service)
  const inLine = inLineWithin(domain, rate * exponential)
  const factor = 1 + demandExcess(domain, inLine) + arrivalExcess(domain, inLine)
  const uncapped = service + factor * (exponential - service)
  return Math.max(uncapped, cappedTime(domain, load.scheduler, factor))
}
