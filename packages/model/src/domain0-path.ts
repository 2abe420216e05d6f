import { erlangC } from './erlang-c.ts'
import type { HostLoad } from './host-load.ts'
import { metDemandSeconds } from './variability.ts'

/** r_0: pCPUs that Domain-0 uses for I/O and its background. */
export function domain0Utilisation({ domain0 }: HostLoad): number {
  return domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
}

/** The part of each pCPU that Domain-0, woken with a boost and coming first, leaves to the guests. */
export function availableToGuests(load: HostLoad): number {
  return 1 - domain0Utilisation(load) / load.pCpus
}

/**
 * How long a vCPU that runs can keep a woken Domain-0 waiting, seconds: until the tick that takes its
 * boost (credit), a ratelimit or two (credit2); less where it is done before.
 */
const HOLD_SECONDS = { credit: 0.01, credit2: 0.002 }

/**
 * How often the wait for Domain-0 is met, by the part u of the CPU that is in use; fitted as the
 * constants of `orderRules`. `repeated`: the guest's wait for the CPU is in its queue already, and
 * Domain-0's wait is the same wait, for the same vCPU; but later packets of the request wait anew,
 * `repeated` u times on average. `first`: what passes before a client in Domain-0 starts its clock, with
 * `firstByLoad` u more, for there is sometimes more than one ahead. `beforeRun` and `beforeRunByLoad` u:
 * what passes before the service first runs.
 */
const ENTRIES = {
  credit: { repeated: 0.7, first: 1, firstByLoad: 0.2, beforeRun: 2, beforeRunByLoad: 1 },
  credit2: { repeated: 0.4, first: 1, firstByLoad: 0.3, beforeRun: 2, beforeRunByLoad: 1 },
}

/** Seconds that the way through Domain-0 adds to a request's time in its guest. */
export interface Domain0Path {
  /** Until the client has its answer; negative where its clock starts late. */
  clientSeconds: number
  /** Taken off by the server's log, which begins when the service first runs. */
  beforeRunSeconds: number
  /** The work alone. */
  workSeconds: number
}

/**
 * What Domain-0, the driver domain, does to a request: work at its packets, over a; and the wait of each
 * packet until it gets a pCPU, sum rho_j h (1 - e^(-y_j / 2 h)) with y_j / 2 the rest of the demand that
 * is being served and h what it may be held, where all pCPUs are busy. Nothing where Domain-0 has no
 * part in the requests.
 *
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
