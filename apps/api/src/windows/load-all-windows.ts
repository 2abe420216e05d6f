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
  if (cold.length === 0) return rows
  const known = new Set(cold.map(({ startEpochSeconds }) => startEpochSeconds))
  return rows
    .filter(({ windowStartEpochSeconds }) => !known.has(windowStartEpochSeconds))
    .concat(cold.flatMap(({ observations }) => observations))
    .sort((a, b) => a.windowStartEpochSeconds - b.windowStartEpochSeconds)
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
  const known = new Set(cold.map(({ startEpochSeconds }) => startEpochSeconds))
  return rows
    .filter(({ startEpochSeconds }) => !known.has(startEpochSeconds))
    .concat(
      cold.map(({ startEpochSeconds, observations, arrivals }) => ({
        startEpochSeconds,
        observations,
        arrivals: arrivals && unpackArrivals(arrivals, startEpochSeconds),
      })),
    )
    .sort((a, b) => a.startEpochSeconds - b.startEpochSeconds)
}
