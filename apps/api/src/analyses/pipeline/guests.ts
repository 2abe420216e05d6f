import type { CpuStats, Observation } from '@steelyard/traces'
import { isGuest, type Window } from './recorded-host.ts'
import { coveredSeconds, isWellLogged, requestsOf, WELL_COVERED } from './request-rates.ts'
import { type MeasuredBy, measurerOf } from './response-time.ts'

/** A window with fewer requests says too little: one request more or less would move it too far. */
export const MIN_REQUESTS_PER_WINDOW = 20

/** Where a CPU trace covers less of a window than this, its sums are not scaled up but left out. */
const MIN_COVERAGE = 0.5

/** What holds for a guest domain over the whole recording. */
export interface Guest {
  name: string
  measuredBy: MeasuredBy | null
  /** x; null when neither CPU use nor durations are known, so nothing can be estimated. */
  serviceTimeSeconds: number | null
  /** `cpu`: utilisation law. `inferred`: read off the log at low load. */
  serviceTimeSource: 'cpu' | 'inferred' | null
}

/** CPU sums of a window, scaled to the whole window where the trace covers only a part of it. */
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
 * CPU sums of a window for dividing by its requests: scaled up to the time that the log covers, never
 * beyond it. What a trace shows outside that time is as a rule the idle time around a load.
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

/** Windows that the domain's CPU trace and the logs cover as good as wholly. */
export function wellCovered(windows: readonly Window[], domain: string): Window[] {
  return windows.filter((window) => {
    const covered = window.byDomain.get(domain)?.cpu?.coveredSeconds
    return covered !== undefined && covered >= WELL_COVERED * window.seconds && isWellLogged(window)
  })
}

/**
 * For CPU per request. Where trace and log cover different parts of a window, its CPU sums are not
 * those of its requests; so such a window counts only if there is no other.
 */
export function bestCovered(windows: readonly Window[], domain: string): readonly Window[] {
  const well = wellCovered(windows, domain)
  return well.length > 0 ? well : windows
}

/** Guest domains with requests, by name. */
export function findGuests(windows: readonly Window[]): Guest[] {
  return guestNames(windows).map((name) => {
    const byLaw = serviceTimeByUtilisationLaw(bestCovered(windows, name), name)
    const serviceTimeSeconds = byLaw ?? serviceTimeAtLowLoad(windows, name)
    return {
      name,
      measuredBy: measurerOf(windows, name),
      serviceTimeSeconds,
      serviceTimeSource: byLaw !== null ? 'cpu' : serviceTimeSeconds === null ? null : 'inferred',
    }
  })
}

function guestNames(windows: readonly Window[]): string[] {
  const names = new Set<string>()
  for (const { byDomain } of windows) {
    for (const observation of byDomain.values()) {
      if (!isGuest(observation.domain)) continue
      if ((requestsOf(observation)?.arrivals ?? 0) > 0) names.add(observation.domain)
    }
  }
  return [...names].sort()
}

/** x = U / lambda, over the windows in which both are known. Null without CPU data. */
export function serviceTimeByUtilisationLaw(
  windows: readonly Window[],
  domain: string,
): number | null {
  let usedSeconds = 0
  let arrivals = 0
  for (const window of windows) {
    const cpu = cpuForRequests(window, domain)
    const requests = requestsOf(window.byDomain.get(domain))
    if (!cpu || !requests || requests.arrivals === 0) continue
    usedSeconds += cpu.usedSeconds
    arrivals += requests.arrivals
  }
  return arrivals === 0 ? null : usedSeconds / arrivals
}

/**
 * Without CPU data: the shortest median duration of any window in the log. When nobody waits, a
 * request takes its service time. Inferred by this project, in none of the papers.
 */
function serviceTimeAtLowLoad(windows: readonly Window[], domain: string): number | null {
  const medians = windows.flatMap(({ byDomain }) => {
    const duration = byDomain.get(domain)?.requests?.duration
    return duration && duration.count >= MIN_REQUESTS_PER_WINDOW ? [duration.p50Seconds] : []
  })
  return medians.length === 0 ? null : Math.min(...medians)
}
