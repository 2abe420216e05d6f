import type { Observation } from '@steelyard/traces'
import { isGuest, type Window } from './recorded-host.ts'

/** Observations by window, oldest first. */
export function groupWindows(
  observations: readonly Observation[],
  windowSeconds: number,
): Window[] {
  const byStart = new Map<number, Map<string, Observation>>()
  for (const observation of observations) {
    const start = observation.windowStartEpochSeconds
    const window = byStart.get(start) ?? new Map<string, Observation>()
    window.set(observation.domain, observation)
    byStart.set(start, window)
  }
  return [...byStart]
    .sort(([a], [b]) => a - b)
    .map(([startEpochSeconds, byDomain]) => ({
      startEpochSeconds,
      seconds: windowSeconds,
      byDomain,
    }))
}

/**
 * From the first window with a request to the last. A trace that runs on before and after the load
 * would otherwise count as an idle host.
 */
export function trimToRequests(windows: readonly Window[]): Window[] {
  const first = windows.findIndex(hasRequests)
  const last = windows.findLastIndex(hasRequests)
  return first < 0 ? [] : windows.slice(first, last + 1)
}

function hasRequests(window: Window): boolean {
  return [...window.byDomain.values()].some(
    ({ domain, requests, clientRequests }) =>
      isGuest(domain) && ((requests?.arrivals ?? 0) > 0 || (clientRequests?.arrivals ?? 0) > 0),
  )
}

/** Windows whose middle lies in [from, to): a window belongs to one side of a boundary, never two. */
export function windowsWithin(
  windows: readonly Window[],
  fromEpochSeconds: number,
  toEpochSeconds: number,
): Window[] {
  return windows.filter((window) => {
    const middle = middleOf(window)
    return middle >= fromEpochSeconds && middle < toEpochSeconds
  })
}

export function middleOf(window: Window): number {
  return window.startEpochSeconds + window.seconds / 2
}

export function endOf(window: Window): number {
  return window.startEpochSeconds + window.seconds
}
