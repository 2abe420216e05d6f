import { erlangC } from '../numeric/erlang-c.ts'
import type { HostLoad } from './host-load.ts'
import { metDemandSeconds } from './variability.ts'

/** r_0: pCPUs that Domain-0 uses for I/O and its background. */
export function domain0Utilisation({ domain0 }: HostLoad): number {
  return domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
}

/**
 * The part of each pCPU left to the guests by Domain-0, which is boosted on wake-up and runs first.
 */
export function availableToGuests(load: HostLoad): number {
  return 1 - domain0Utilisation(load) / load.pCpus
}

/**
 * Longest time for which a running vCPU can keep a woken Domain-0 waiting, seconds: until the tick
 * that ends the boost (credit), or one or two ratelimits (credit2); shorter if the vCPU finishes
 * earlier.
 */
const HOLD_SECONDS = { credit: 0.01, credit2: 0.002 }

/**
 * How often a request incurs the wait for Domain-0, given the utilised part u of the CPU. Fitted,
 * like the constants of `orderRules`.
 * `repeated`: the queue of the guest already contains the guest's wait for the CPU, and Domain-0's
 * wait is the same one, for the same vCPU; but later packets of the request wait anew, `repeated` u
 * times on average.
 * `first`: the wait before a client in Domain-0 starts its clock, with `firstByLoad` u more because
 * several packets may be ahead.
 * `beforeRun` and `beforeRunByLoad` u: the wait before the service first runs.
 */
const ENTRIES = {
  credit: { repeated: 0.7, first: 1, firstByLoad: 0.2, beforeRun: 2, beforeRunByLoad: 1 },
  credit2: { repeated: 0.4, first: 1, firstByLoad: 0.3, beforeRun: 2, beforeRunByLoad: 1 },
}

/** What the path through Domain-0 adds to a request's time in its guest, seconds. */
export interface Domain0Path {
  /** Time until the client has its response; negative where the client's clock starts late. */
  clientSeconds: number
  /** Time missing from the server's log, which begins when the service first runs. */
  beforeRunSeconds: number
  /** Domain-0's work alone. */
  workSeconds: number
}

/**
 * What Domain-0, the driver domain, adds to a request. It processes the packets, which takes their
 * work over a. Each packet also waits until Domain-0 gets a pCPU, where all pCPUs are busy: sum
 * rho_j h (1 - e^(-y_j / 2 h)), with y_j / 2 the residual of the demand in service and h the
 * longest hold. All zero where Domain-0 takes no part in the requests.
 * @param guestLoad pCPUs that the guests use
 * @param available the part of each pCPU that is left to them
 */
export function domain0Path(load: HostLoad, guestLoad: number, available: number): Domain0Path {
  const { pCpus, domain0, domains, scheduler = 'credit' } = load
  const { ioRequestsPerSecond, backgroundUtilisation = 0 } = domain0
  const forRequests = domain0Utilisation(load) - backgroundUtilisation
  if (!(forRequests > 0) || !(available > 0)) {
    return { clientSeconds: 0, beforeRunSeconds: 0, workSeconds: 0 }
  }
  const workSeconds = forRequests / ioRequestsPerSecond / available
  const used = Math.min(1, guestLoad / available / pCpus)
  const allBusy = used > 0 ? erlangC(pCpus, used * pCpus) / used : 0
  const hold = HOLD_SECONDS[scheduler]
  const wait = domains.reduce((sum, domain) => {
    const rho = (domain.arrivalRatePerSecond * domain.serviceTimeSeconds) / available
    const left = metDemandSeconds(domain) / available / 2
    return sum + ((allBusy * rho) / pCpus) * hold * -Math.expm1(-left / hold)
  }, 0)
  const entries = ENTRIES[scheduler]
  const notSeen = load.client === 'domain-0' ? entries.first + entries.firstByLoad * used : 0
  return {
    clientSeconds: workSeconds + wait * (entries.repeated * used - notSeen),
    beforeRunSeconds: wait * (entries.beforeRun + entries.beforeRunByLoad * used),
    workSeconds,
  }
}
