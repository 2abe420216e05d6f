import type { Window } from '../recorded/recorded-host.ts'
import { arrivalsIn } from '../recorded/request-rates.ts'
import { endOf } from '../recorded/window-list.ts'

/** What the twin plays in seconds, and what a row of the database holds. */
const MAX_SECONDS = 15 * 60
const MAX_REQUESTS = 200_000

export interface Stretch {
  fromEpochSeconds: number
  toEpochSeconds: number
}

/**
 * The windows whose requests the twin replays: the latest, as many as its bounds allow. Null when not
 * even the last of them is within the bounds.
 * @param windows in order of time
 */
export function replayStretch(
  windows: readonly Window[],
  { maxSeconds = MAX_SECONDS, maxRequests = MAX_REQUESTS } = {},
): Stretch | null {
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

/** What of the stretch lies in the range, which it ends with: that much is kept. */
export function keptStretch(stretch: Stretch, range: Stretch): Stretch {
  const fromEpochSeconds = Math.max(stretch.fromEpochSeconds, range.fromEpochSeconds)
  return { ...stretch, fromEpochSeconds }
}
