import type { DomainArrivals, TimeSpan } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import { watchedArrivals } from '../../analyses/watched/watched-arrivals.ts'
import type { WindowPlace } from '../../windows/cold/read-cold-windows.ts'
import { startOfWindow, WINDOW_SECONDS } from '../../windows/levels.ts'
import { mergeHostWindows } from '../../windows/merge-host-windows.ts'
import { readWindows } from '../../windows/read-windows.ts'

/** What a watch observed of a host after a change. */
export interface WhatCame {
  range: TimeSpan
  /** By domain, over the whole range. */
  observed: ReadonlyMap<string, Observation>
  ratesPerSecond: Record<string, number>
  arrivals: DomainArrivals[]
}

export async function whatCame(
  place: WindowPlace,
  hostId: string,
  { fromEpochSeconds, toEpochSeconds }: TimeSpan,
): Promise<WhatCame> {
  // Windows that are partly outside are about something else, too.
  const range = {
    fromEpochSeconds: Math.ceil(fromEpochSeconds / WINDOW_SECONDS) * WINDOW_SECONDS,
    toEpochSeconds: startOfWindow(toEpochSeconds, WINDOW_SECONDS),
  }
  const windows = await readWindows(place, hostId, { seconds: WINDOW_SECONDS, ...range })
  const whole = mergeHostWindows(windows, {
    windowStartEpochSeconds: range.fromEpochSeconds,
    windowSeconds: range.toEpochSeconds - range.fromEpochSeconds,
  })
  return {
    range,
    observed: new Map(whole.map((observation) => [observation.domain, observation])),
    ratesPerSecond: Object.fromEntries(whole.map((each) => [each.domain, rateOf(each)])),
    arrivals: (await watchedArrivals(place, hostId, range)) ?? [],
  }
}

function rateOf({ requests }: Observation): number {
  return requests && requests.coveredSeconds > 0 ? requests.arrivals / requests.coveredSeconds : 0
}
