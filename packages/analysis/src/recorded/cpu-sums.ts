import type { CpuStats, Observation } from '@steelyard/traces'
import { DOMAIN_0, isGuest, type Window } from './recorded-host.ts'
import {
  arrivalsIn,
  coveredSeconds,
  isWellLogged,
  requestsOf,
  WELL_COVERED,
} from './request-rates.ts'

/**
 * When a CPU trace covers less of a window than this, its sums are dropped instead of scaled up.
 */
const MIN_COVERAGE = 0.5

/** CPU sums of a window, scaled to the whole window when the trace covers only a part of it. */
export function cpuOf(
  observation: Observation | undefined,
): { usedSeconds: number; runnableWaitSeconds: number | null; source: CpuStats['source'] } | null {
  const cpu = observation?.cpu
  if (!observation || !cpu || cpu.coveredSeconds < MIN_COVERAGE * observation.windowSeconds) {
    return null
  }
  const scale = observation.windowSeconds / cpu.coveredSeconds
  return {
    usedSeconds: cpu.usedSeconds * scale,
    runnableWaitSeconds: cpu.runnableWaitSeconds === null ? null : cpu.runnableWaitSeconds * scale,
    source: cpu.source,
  }
}

/**
 * CPU sums of a window for division by its requests: scaled up to the time that the log covers,
 * never beyond it. Traces outside that time usually show the idle time around a load.
 */
export function cpuForRequests(window: Window, domain: string): ReturnType<typeof cpuOf> {
  const observation = window.byDomain.get(domain)
  const cpu = cpuOf(observation)
  if (!cpu) return null
  const logged = coveredSeconds(window, requestsOf(observation))
  const share = Math.max(logged, observation!.cpu!.coveredSeconds) / window.seconds
  return {
    ...cpu,
    usedSeconds: cpu.usedSeconds * share,
    runnableWaitSeconds: cpu.runnableWaitSeconds === null ? null : cpu.runnableWaitSeconds * share,
  }
}

/** Windows that the domain's CPU trace and the logs cover almost completely. */
export function wellCovered(windows: readonly Window[], domain: string): Window[] {
  return windows.filter((window) => {
    const covered = window.byDomain.get(domain)?.cpu?.coveredSeconds
    return covered !== undefined && covered >= WELL_COVERED * window.seconds && isWellLogged(window)
  })
}

/**
 * The windows for CPU time per request. If trace and log cover different parts of a window, its CPU
 * sums do not belong to its requests, so such a window counts only if there is no other.
 */
export function bestCovered(windows: readonly Window[], domain: string): readonly Window[] {
  const well = wellCovered(windows, domain)
  return well.length > 0 ? well : windows
}

/**
 * x = U / lambda, over the windows in which both are known. The CPU time of a request lies between
 * its arrival and its end. If these fall into two windows, each has half of it on average, so the
 * count is half the arrivals plus half the completions. Null without CPU data.
 */
export function serviceTimeByUtilisationLaw(
  windows: readonly Window[],
  domain: string,
): number | null {
  let usedSeconds = 0
  let requests = 0
  for (const window of windows) {
    const cpu = cpuForRequests(window, domain)
    const served = servedIn(window, domain)
    if (!cpu || served === 0) continue
    usedSeconds += cpu.usedSeconds
    requests += served
  }
  return requests === 0 ? null : usedSeconds / requests
}

/** Requests by the middle of their stay; by their arrival if the log has no durations. */
export function servedIn({ byDomain }: Window, domain: string): number {
  const requests = requestsOf(byDomain.get(domain))
  if (!requests) return 0
  const { arrivals, completions } = requests
  return (arrivals + (completions?.count ?? arrivals)) / 2
}

/**
 * The fraction of requests that arrived while the CPU of Domain-0 and of all guests with requests
 * was traced. Null without requests.
 */
export function cpuCoverageOf(windows: readonly Window[]): number | null {
  let seen = 0
  let all = 0
  for (const window of windows) {
    const requests = arrivalsIn(window)
    all += requests
    const busy = [...window.byDomain.values()].filter(
      (observation) =>
        observation.domain === DOMAIN_0 ||
        (isGuest(observation.domain) && (requestsOf(observation)?.arrivals ?? 0) > 0),
    )
    if (busy.some(({ domain }) => domain === DOMAIN_0) && busy.every(cpuOf)) seen += requests
  }
  return all === 0 ? null : seen / all
}
