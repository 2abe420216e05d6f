import { domain0Path } from '../load/domain0-path.ts'
import type { DomainLoad, HostLoad } from '../load/host-load.ts'
import { separateBackground } from '../load/request-load.ts'
import { ownWaitPart } from '../load/variability.ts'
import type { Weights } from '../load/weights.ts'
import { busyLoad } from './busy-load.ts'
import { leastPairwiseSum } from './pairwise-times.ts'
import { type OrderRange, orderRules, orderWithin } from './sdps-order.ts'
import { carriedLoad, leastTime, mostPCpus, type Sharing, sharingOf } from './sdps-times.ts'
import { waitWithin } from './wait-within.ts'

/** All weightings in which each weight lies between two limits. */
interface WeightBox {
  least: Weights
  most: Weights
}

/**
 * A term in a sum of response times: one domain's time, as its clients or its server log see it.
 */
export interface SumTerm {
  name: string
  seen: 'client' | 'log'
  /** Must not be negative. */
  coefficient: number
}

/** A lower bound of sum coefficient x time over all weights in the box, seconds. */
type LeastSum = (terms: readonly SumTerm[]) => number

/** How often times and request counts refine each other. */
const ROUNDS = 2
/** Initial upper bound of a time; finite, so that no product with it is undefined. */
const MOST_SECONDS = 1e12
/** Request counts converge to 1e-8 only, so bounds are relaxed by slightly more. */
const SLACK = 1e-7

/**
 * Lower bounds of the `sdps` times over all weights in a box, without enumerating them. For all
 * these weights the probabilities a_kj lie in the ranges of `orderWithin`, and so do those at the
 * fixed point, with the request counts that its times imply. Over all orders in those ranges
 * `leastPairwiseSum` gives the least sum. This is a relaxation, because it chooses each a_kj
 * independently. Only a_kj is assumed monotone. Ours.
 * @returns null where `sdps` has no finite time for a domain with requests
 */
export function sdpsBounds(load: HostLoad): ((box: WeightBox) => LeastSum) | null {
  const { load: busy, available } = busyLoad(separateBackground(load))
  const { domains } = busy
  if (!(available > 0) || carriedLoad(busy, available) >= available * load.pCpus) return null
  const isSaturated = (domain: DomainLoad) =>
    domain.arrivalRatePerSecond * domain.serviceTimeSeconds >= mostPCpus(domain, busy, available)
  if (domains.some(isSaturated)) return null
  const sharing = sharingOf(busy, available)
  const leastTimes = ({ least, most }: WeightBox) => {
    const [weak, strong] = [sharing.contenders(least), sharing.contenders(most)]
    return domains.map((_, k) => leastTime(k, busy, available, sharing, weak.with(k, strong[k]!)))
  }
  const path = domain0Path(busy, carriedLoad(busy, available), available)
  /** Observed time >= slope x guest's time + offset, and >= `least` of a bound of that time. */
  const seenBy = {
    client: ({ serviceTimeSeconds }: DomainLoad) => ({
      slope: 1,
      offset: path.clientSeconds,
      least: (inGuest: number) =>
        Math.max(serviceTimeSeconds / available + path.workSeconds, inGuest + path.clientSeconds),
    }),
    log: (domain: DomainLoad) => {
      const x = domain.serviceTimeSeconds
      const inLine = ((domain.arrivalRatePerSecond * x) / available) * ownWaitPart(domain)
      const slope = Math.max(0, 1 - inLine)
      return {
        slope,
        // At most this is not logged, whatever the wait.
        offset: -path.beforeRunSeconds,
        least: (inGuest: number) => {
          const rest = slope * inGuest
          return Math.max(x, rest - waitWithin(path.beforeRunSeconds, rest - x))
        },
      }
    },
  }
  // Nearly deterministic arrivals can make the work in the equations negative; then only the times
  // themselves bound the sum.
  const isPositive = Array.from(sharing.queue.work).every((seconds) => seconds >= 0)
  return (box) => {
    const ranges = isPositive ? rangesWithin(sharing, busy, box) : null
    const inGuestAtLeast = leastTimes(box)
    return (terms) => {
      const coefficients = new Float64Array(domains.length)
      let offsets = 0
      let atLeast = 0
      for (const { name, seen, coefficient } of terms) {
        const k = domains.findIndex((domain) => domain.name === name)
        if (k < 0) continue
        const { slope, offset, least } = seenBy[seen](domains[k]!)
        coefficients[k]! += coefficient * slope
        offsets += coefficient * offset
        const inGuest = Math.max(inGuestAtLeast[k]!, ranges?.leastSeconds[k] ?? 0)
        atLeast += coefficient * least(inGuest)
      }
      const together = ranges
        ? leastPairwiseSum(sharing.queue, ranges.order, coefficients) + offsets
        : 0
      return Math.max(0, atLeast, together) * (1 - SLACK)
    }
  }
}

/**
 * The orders that weights in the box can lead to, and a lower bound of each domain's time in its
 * guest.
 */
function rangesWithin(
  { queue, services, contenders }: Sharing,
  { pCpus, scheduler = 'credit' }: HostLoad,
  { least, most }: WeightBox,
): { order: OrderRange; leastSeconds: Float64Array } {
  const n = services.length
  const orderFor = orderWithin(contenders(least), contenders(most), pCpus, orderRules[scheduler])
  const requestsOf = (times: Float64Array) =>
    times.map((time, k) => queue.utilisation[k]! * Math.max(1, time / services[k]!))
  const leastSeconds = new Float64Array(n)
  const mostSeconds = new Float64Array(n).fill(MOST_SECONDS)
  let order = orderFor(requestsOf(leastSeconds), requestsOf(mostSeconds))
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < n; k++) {
      const own = new Float64Array(n)
      own[k] = 1
      leastSeconds[k] = Math.max(
        leastSeconds[k]!,
        leastPairwiseSum(queue, order, own) * (1 - SLACK),
      )
      own[k] = -1
      mostSeconds[k] = Math.min(mostSeconds[k]!, -leastPairwiseSum(queue, order, own) * (1 + SLACK))
    }
    order = orderFor(requestsOf(leastSeconds), requestsOf(mostSeconds))
  }
  return { order, leastSeconds }
}
