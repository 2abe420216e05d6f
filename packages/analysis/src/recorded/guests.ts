import { demandByLaw } from './demand-by-law.ts'
import { isGuest, type Window } from './recorded-host.ts'
import { requestsOf } from './request-rates.ts'
import { type MeasuredBy, measurerOf } from './response-time.ts'

/** A window with fewer requests is too noisy: a single request would change it too much. */
export const MIN_REQUESTS_PER_WINDOW = 20

/** The properties of a guest domain over the whole recording. */
export interface Guest {
  name: string
  measuredBy: MeasuredBy | null
  /** x. Null when neither CPU use nor durations are known, so that nothing can be estimated. */
  serviceTimeSeconds: number | null
  /** `cpu`: utilisation law, see `demandByLaw`. `inferred`: read off the log at low load. */
  serviceTimeSource: 'cpu' | 'inferred' | null
}

/** Guest domains with requests, sorted by name. */
export function findGuests(windows: readonly Window[]): Guest[] {
  return guestNames(windows).map((name) => {
    const byLaw = demandByLaw(windows, name)
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

/**
 * Without CPU data, the service time is the shortest median duration of any window in the log:
 * without waiting, a request takes its service time. This is our own inference, in none of the
 * papers.
 */
function serviceTimeAtLowLoad(windows: readonly Window[], domain: string): number | null {
  const medians = windows.flatMap(({ byDomain }) => {
    const duration = byDomain.get(domain)?.requests?.duration
    return duration && duration.count >= MIN_REQUESTS_PER_WINDOW ? [duration.p50Seconds] : []
  })
  return medians.length === 0 ? null : Math.min(...medians)
}
