import type { Observation } from '@steelyard/traces'
import type { Window } from './recorded-host.ts'
import { arrivalsIn } from './request-rates.ts'

/** Groups observations by window, oldest first. */
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
 * An edge window with less than this fraction of a usual window's requests was only just touched.
 */
const GRAZED = 0.1

/**
 * Keeps the windows from the first to the last with requests. A trace that extends beyond the load
 * would otherwise count as an idle host, and a window that holds only its first or last second as a
 * quiet one.
 */
export function trimToRequests(all: readonly Window[]): Window[] {
  const windows = all.filter((window) => !isOutsideLogs(window))
  const arrivals = windows.map(arrivalsIn)
  const counts = arrivals.filter((count) => count > 0).sort((a, b) => a - b)
  const usual = counts[Math.floor(counts.length / 2)] ?? 0
  const isInside = (count: number) => count > 0 && count >= GRAZED * usual
  const first = arrivals.findIndex(isInside)
  const last = arrivals.findLastIndex(isInside)
  return first < 0 ? [] : windows.slice(first, last + 1)
}

/** It holds only stragglers from the edges of a log, so the number of its requests is unknown. */
function isOutsideLogs({ byDomain }: Window): boolean {
  const stats = [...byDomain.values()].flatMap(({ requests, clientRequests }) =>
    [requests, clientRequests].filter((side) => side !== null),
  )
  return stats.length > 0 && stats.every((side) => side.coveredSeconds === 0)
}

/**
 * Windows whose middle lies in [from, to), so that a window belongs to one side of a boundary only.
 */
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
