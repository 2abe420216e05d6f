import type { TimeSpan } from '../settings.ts'
import type { Window } from './recorded-host.ts'
import { arrivalsIn } from './request-rates.ts'
import { endOf } from './window-list.ts'

/** Limits on what the twin can play within seconds, and on what a row of the database can hold. */
export const REPLAY_LIMITS = { maxSeconds: 15 * 60, maxRequests: 200_000 }

/**
 * The windows whose requests the twin replays: the latest ones, as many as its limits allow. Null
 * when not even the last window is within the limits.
 * @param windows in order of time
 */
export function replayStretch(
  windows: readonly Window[],
  limits: Partial<typeof REPLAY_LIMITS> = {},
): TimeSpan | null {
  const { maxSeconds, maxRequests } = { ...REPLAY_LIMITS, ...limits }
  const last = windows.at(-1)
  if (!last) return null
  const toEpochSeconds = endOf(last)
  let fromEpochSeconds = toEpochSeconds
  let requests = 0
  for (const window of windows.toReversed()) {
    requests += arrivalsIn(window)
    if (requests > maxRequests || toEpochSeconds - window.startEpochSeconds > maxSeconds) break
    fromEpochSeconds = window.startEpochSeconds
  }
  return fromEpochSeconds < toEpochSeconds ? { fromEpochSeconds, toEpochSeconds } : null
}

/** The part of the stretch within the range, which is the part that is kept. Both end together. */
export function keptStretch(stretch: TimeSpan, range: TimeSpan): TimeSpan {
  const fromEpochSeconds = Math.max(stretch.fromEpochSeconds, range.fromEpochSeconds)
  return { ...stretch, fromEpochSeconds }
}
