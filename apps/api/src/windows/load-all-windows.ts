import type { TimeSpan } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import { readColdWindows, type WindowPlace } from './cold/read-cold-windows.ts'
import type { WindowSeconds } from './levels.ts'
import { unpackArrivals } from './packed-arrivals.ts'
import { type HostWindow, loadHostWindows, loadWindows } from './window-rows.ts'

// The database is read first, so windows that turn cold meanwhile are in both places, and none is in
// neither. Files go before rows: one that comes so late knows nothing of what it was to be merged with.

/** As `loadWindows`, however old the windows are. */
export async function loadAllWindows(
  place: WindowPlace,
  hostId: string,
  seconds: WindowSeconds,
  range: TimeSpan,
): Promise<Observation[]> {
  const rows = await loadWindows(place.db, hostId, seconds, range)
  const cold = await readColdWindows(place, hostId, { seconds, withArrivals: false, ...range })
  const old = cold.flatMap(({ observations }) => observations)
  return merged(rows, old, ({ windowStartEpochSeconds }) => windowStartEpochSeconds)
}

/** As `loadHostWindows`, however old the windows are. */
export async function loadAllHostWindows(
  place: WindowPlace,
  hostId: string,
  seconds: WindowSeconds,
  range: TimeSpan,
): Promise<HostWindow[]> {
  const rows = await loadHostWindows(place.db, hostId, seconds, range)
  const cold = await readColdWindows(place, hostId, { seconds, withArrivals: true, ...range })
  const old = cold.map(({ startEpochSeconds, observations, arrivals }) => ({
    startEpochSeconds,
    observations,
    arrivals: arrivals && unpackArrivals(arrivals, startEpochSeconds),
  }))
  return merged(rows, old, ({ startEpochSeconds }) => startEpochSeconds)
}

/** Oldest first; what is in both places is taken from the files. */
function merged<T>(rows: T[], cold: readonly T[], startOf: (each: T) => number): T[] {
  if (cold.length === 0) return rows
  const known = new Set(cold.map(startOf))
  return rows
    .filter((each) => !known.has(startOf(each)))
    .concat(cold)
    .sort((a, b) => startOf(a) - startOf(b))
}
