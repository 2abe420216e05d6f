import type { Domain0Load, DomainLoad, HostLoad } from '@steelyard/model'
import type { InterArrivalStats } from '@steelyard/traces'
import {
  bestCovered,
  cpuForRequests,
  cpuOf,
  serviceTimeByUtilisationLaw,
  wellCovered,
} from '../recorded/cpu-sums.ts'
import { type Guest, MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import { type Moments, poolMoments } from '../recorded/pool-stats.ts'
import { DOMAIN_0, IDLE, type Window } from '../recorded/recorded-host.ts'
import { arrivalRate, requestsOf } from '../recorded/request-rates.ts'

/**
 * The load of the given windows on the host: of one window, of a phase or of the decision range.
 * Guests with an unknown service time are left out.
 */
export function hostLoad(
  windows: readonly Window[],
  guests: readonly Guest[],
  pCpus: number,
): HostLoad {
  return {
    domains: guests.flatMap((guest) => domainLoad(windows, guest) ?? []),
    domain0: domain0Load(windows, guests),
    pCpus,
  }
}

function arrivalsOf(windows: readonly Window[], domain: string): number {
  return windows.reduce(
    (sum, { byDomain }) => sum + (requestsOf(byDomain.get(domain))?.arrivals ?? 0),
    0,
  )
}

function domainLoad(windows: readonly Window[], guest: Guest): DomainLoad | null {
  if (guest.serviceTimeSeconds === null) return null
  const { name } = guest
  const arrivals = arrivalsOf(windows, name)
  const observations = windows.flatMap(({ byDomain }) => byDomain.get(name) ?? [])
  const logged = observations.flatMap(({ requests }) => (requests ? [requests] : []))
  const gaps = poolMoments(logged.flatMap(({ interArrival }) => gapsOf(interArrival)))
  const durations = poolMoments(logged.flatMap(({ duration }) => duration ?? []))
  const wait = runnableWaitPerRequest(windows, name)
  // With few requests, CPU time spent on the previous window's requests would weigh too much.
  const own =
    arrivals >= MIN_REQUESTS_PER_WINDOW
      ? serviceTimeByUtilisationLaw(wellCovered(windows, name), name)
      : null
  return {
    name,
    arrivalRatePerSecond: arrivalRate(windows, name),
    serviceTimeSeconds: own ?? guest.serviceTimeSeconds,
    ...(gaps ? { interArrivalVarianceSeconds2: gaps.varianceSeconds2 } : {}),
    ...(durations
      ? {
          logServiceTimeSeconds: durations.meanSeconds,
          logServiceTimeVarianceSeconds2: durations.varianceSeconds2,
        }
      : {}),
    ...(wait === null ? {} : { runnableWaitPerRequestSeconds: wait }),
  }
}

/**
 * Counts per second are weighted as if each request in them were a gap, so that windows weigh by
 * requests.
 */
function gapsOf(stats: InterArrivalStats | null): Moments[] {
  if (!stats) return []
  const { count, meanSeconds, varianceSeconds2, resolution } = stats
  const gaps = resolution === 'second' ? count / meanSeconds : count
  return [{ count: gaps, meanSeconds, varianceSeconds2 }]
}

/** Time spent runnable but not running, per request. Null when the trace does not contain it. */
export function runnableWaitPerRequest(windows: readonly Window[], domain: string): number | null {
  let waitSeconds = 0
  let arrivals = 0
  for (const window of bestCovered(windows, domain)) {
    const wait = cpuForRequests(window, domain)?.runnableWaitSeconds
    const requests = requestsOf(window.byDomain.get(domain))
    if (wait === null || wait === undefined || !requests || requests.arrivals === 0) continue
    waitSeconds += wait
    arrivals += requests.arrivals
  }
  return arrivals === 0 ? null : waitSeconds / arrivals
}

/**
 * Domain-0 as eq (2) and (3) need it, with the readings of errata E0.6 and E0.7: x_0 and D_0 are
 * its CPU time and its runnable wait per request of any guest, IO is the sum of the guests' rates.
 * Values missing from the trace are zero, which `data-quality` reports.
 */
function domain0Load(windows: readonly Window[], guests: readonly Guest[]): Domain0Load {
  const perRequest = domain0PerRequest(windows, guests)
  return {
    serviceTimeSeconds: perRequest.serviceTimeSeconds ?? 0,
    ioRequestsPerSecond: guests.reduce((sum, { name }) => sum + arrivalRate(windows, name), 0),
    delayPerIoSeconds: perRequest.delaySeconds ?? 0,
  }
}

export function domain0PerRequest(
  windows: readonly Window[],
  guests: readonly Guest[],
): { serviceTimeSeconds: number | null; delaySeconds: number | null } {
  const used = { seconds: 0, arrivals: 0 }
  const waited = { seconds: 0, arrivals: 0 }
  for (const window of bestCovered(windows, DOMAIN_0)) {
    const cpu = cpuForRequests(window, DOMAIN_0)
    const arrivals = guests.reduce((sum, guest) => sum + arrivalsOf([window], guest.name), 0)
    if (!cpu || arrivals === 0) continue
    used.seconds += cpu.usedSeconds
    used.arrivals += arrivals
    if (cpu.runnableWaitSeconds === null) continue
    waited.seconds += cpu.runnableWaitSeconds
    waited.arrivals += arrivals
  }
  return {
    serviceTimeSeconds: used.arrivals === 0 ? null : used.seconds / used.arrivals,
    delaySeconds: waited.arrivals === 0 ? null : waited.seconds / waited.arrivals,
  }
}

/** CPU seconds per second of one pCPU; null without CPU data. */
export function utilisationOf(windows: readonly Window[], domain: string): number | null {
  let usedSeconds = 0
  let seconds = 0
  for (const window of windows) {
    const cpu = cpuOf(window.byDomain.get(domain))
    if (!cpu) continue
    usedSeconds += cpu.usedSeconds
    seconds += window.seconds
  }
  return seconds === 0 ? null : usedSeconds / seconds
}

/** Utilisation of all pCPUs together, including Domain-0. Null without CPU data. */
export function hostUtilisation(windows: readonly Window[], pCpus: number): number | null {
  const domains = new Set(windows.flatMap(({ byDomain }) => [...byDomain.keys()]))
  domains.delete(IDLE)
  const used = [...domains].flatMap((domain) => utilisationOf(windows, domain) ?? [])
  return used.length === 0 ? null : used.reduce((a, b) => a + b, 0) / pCpus
}
