import { erlangC } from './erlang-c.ts'
import type { HostLoad } from './host-load.ts'

/** r_0: pCPUs that Domain-0 uses for I/O and its background. */
export function domain0Utilisation({ domain0 }: HostLoad): number {
  return domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
}

/** The part of each pCPU that Domain-0, woken with a boost and coming first, leaves to the guests. */
export function availableToGuests(load: HostLoad): number {
  return 1 - domain0Utilisation(load) / load.physicalCpus
}

/** Into the guest and out of it again. */
const CROSSINGS = 2

/**
 * What a request spends in Domain-0 on its way in and out, seconds: the work on it over a, and at each
 * crossing the wait of Domain-0 for a pCPU. A guest that has nothing else to do blocks as soon as it has
 * handed a packet over, and Domain-0 runs at once; only where the guests keep every pCPU busy, with
 * probability C_k, does Domain-0 wait, because of the ratelimit or behind other boosted vCPUs.
 */
export function domain0PathSeconds(load: HostLoad, guestLoad: number): number {
  const { physicalCpus, domain0 } = load
  const available = availableToGuests(load)
  const { ioRequestsPerSecond, backgroundUtilisation = 0 } = domain0
  const forRequests = domain0Utilisation(load) - backgroundUtilisation
  const cost = ioRequestsPerSecond === 0 ? 0 : Math.max(0, forRequests) / ioRequestsPerSecond
  const busy = erlangC(physicalCpus, guestLoad / available)
  return cost / available + CROSSINGS * busy * (domain0.wakeDelaySeconds ?? 0)
}
