import type { Observation, RequestStats } from '@steelyard/traces'
import { isGuest, type Window } from './recorded-host.ts'

/** From here on a window counts as covered as a whole, by a CPU trace or by a log. */
export const WELL_COVERED = 0.95

/** Requests as the domain's server logged them, else as its clients sent them. */
export function requestsOf(observation: Observation | undefined): RequestStats | null {
  return observation?.requests ?? observation?.clientRequests ?? null
}

/** Of all guests. */
export function arrivalsIn(window: Window): number {
  return [...window.byDomain.values()].reduce(
    (sum, observation) =>
      isGuest(observation.domain) ? sum + (requestsOf(observation)?.arrivals ?? 0) : sum,
    0,
  )
}

/**
 * How many seconds of a window the logs cover; all of it where nothing was logged, because between
 * the edges of a recording that is an idle host.
 */
export function loggedSeconds(window: Window): number {
  const covered = [...window.byDomain.values()].flatMap(
    (observation) => requestsOf(observation)?.coveredSeconds ?? [],
  )
  return covered.length === 0 ? window.seconds : Math.max(...covered)
}

/** The same for one domain, which may be logged from another side than the rest. */
export function coveredSeconds(window: Window, stats: RequestStats | null): number {
  return stats?.coveredSeconds ?? loggedSeconds(window)
}

export function isWellLogged(window: Window): boolean {
  return loggedSeconds(window) >= WELL_COVERED * window.seconds
}

/**
 * Windows for peaks of rates: those that the logs cover as good as wholly. A short piece at the edge
 * of a recording has a rate too, but one that scatters far, and a peak would pick just that. Where
 * there are only pieces, they count.
 */
export function windowsForPeaks(windows: readonly Window[]): readonly Window[] {
  const well = windows.filter(isWellLogged)
  return well.length > 0 ? well : windows.filter((window) => loggedSeconds(window) > 0)
}

/** lambda: requests per second of the time that the log covers. */
export function arrivalRate(windows: readonly Window[], domain: string): number {
  let arrivals = 0
  let seconds = 0
  for (const window of windows) {
    const stats = requestsOf(window.byDomain.get(domain))
    const covered = coveredSeconds(window, stats)
    if (covered === 0) continue
    arrivals += stats?.arrivals ?? 0
    seconds += covered
  }
  return seconds === 0 ? 0 : arrivals / seconds
}

/** What was asked of a domain and what it answered without error, per second. */
export interface RequestRates {
  offeredPerSecond: number
  answeredPerSecond: number
}

/**
 * Arrivals count when they come and answers when they end, so that a growing backlog shows. A log
 * without durations does not tell when: then all that came counts as answered at once.
 */
export function requestRates(window: Window, stats: RequestStats | null): RequestRates {
  const seconds = coveredSeconds(window, stats)
  if (!stats || seconds === 0) return { offeredPerSecond: 0, answeredPerSecond: 0 }
  const { arrivals, errors, completions } = stats
  const answered = completions ? completions.count - completions.errors : arrivals - errors
  return { offeredPerSecond: arrivals / seconds, answeredPerSecond: answered / seconds }
}
