import { percentile95 } from '@steelyard/model'
import type { Observation, RequestStats } from '@steelyard/traces'
import { isGuest, type Window } from './recorded-host.ts'

/** From this fraction on, a CPU trace or a log counts as covering the whole window. */
export const WELL_COVERED = 0.95

/** The requests as the domain's server logged them, else as its clients sent them. */
export function requestsOf(observation: Observation | undefined): RequestStats | null {
  return observation?.requests ?? observation?.clientRequests ?? null
}

/** Arrivals of all guests. */
export function arrivalsIn(window: Window): number {
  return [...window.byDomain.values()].reduce(
    (sum, observation) =>
      isGuest(observation.domain) ? sum + (requestsOf(observation)?.arrivals ?? 0) : sum,
    0,
  )
}

/**
 * How many seconds of a window the logs cover. Without any log entry it is the whole window,
 * because between the edges of a recording that means an idle host.
 */
function loggedSeconds(window: Window): number {
  const covered = [...window.byDomain.values()].flatMap(
    (observation) => requestsOf(observation)?.coveredSeconds ?? [],
  )
  return covered.length === 0 ? window.seconds : Math.max(...covered)
}

/** The same for one domain, whose log may come from another side than the others'. */
export function coveredSeconds(window: Window, stats: RequestStats | null): number {
  return stats?.coveredSeconds ?? loggedSeconds(window)
}

export function isWellLogged(window: Window): boolean {
  return loggedSeconds(window) >= WELL_COVERED * window.seconds
}

/**
 * The windows for peak rates: those that the logs cover almost completely. A short piece at the
 * edge of a recording has a rate too, but a noisy one that a peak would pick. If there are only
 * such pieces, they count.
 */
export function windowsForRates(windows: readonly Window[]): readonly Window[] {
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

/** Offered requests and requests answered without error, per second. */
interface RequestRates {
  offeredPerSecond: number
  answeredPerSecond: number
}

/**
 * Arrivals count when they arrive and answers when they end, so that a growing backlog shows. A log
 * without durations does not contain the end, so then every arrival counts as answered at once.
 */
export function requestRates(window: Window, stats: RequestStats | null): RequestRates {
  const seconds = coveredSeconds(window, stats)
  if (!stats || seconds === 0) return { offeredPerSecond: 0, answeredPerSecond: 0 }
  const { arrivals, errors, completions } = stats
  const answered = completions ? completions.count - completions.errors : arrivals - errors
  return { offeredPerSecond: arrivals / seconds, answeredPerSecond: answered / seconds }
}

/** The 95th percentile over windows of the offered requests per second; 0 without any. */
export function busyArrivalRate(windows: readonly Window[], domain: string): number {
  const rates = windowsForRates(windows).map(
    (window) => requestRates(window, requestsOf(window.byDomain.get(domain))).offeredPerSecond,
  )
  return percentile95(rates) ?? 0
}
