import type { DomainArrivals, TimeSpan } from '@steelyard/analysis'
import type { TimeResolution } from '@steelyard/traces'
import { COARSENESS } from '../../uploads/observations/latest-arrivals.ts'
import type { WindowPlace } from '../../windows/cold/read-cold-windows.ts'
import { WINDOW_SECONDS } from '../../windows/levels.ts'
import { loadAllHostWindows } from '../../windows/load-all-windows.ts'

/**
 * When the requests of a stretch came. Null when they were not kept: a twin that plays only some of
 * them would play another host.
 */
export async function watchedArrivals(
  place: WindowPlace,
  hostId: string,
  stretch: TimeSpan,
): Promise<DomainArrivals[] | null> {
  const { fromEpochSeconds } = stretch
  const windows = await loadAllHostWindows(place, hostId, WINDOW_SECONDS, stretch)
  if (windows.length === 0) return null
  const domains = new Map<string, { epochSeconds: number[]; resolution: TimeResolution }>()
  for (const { startEpochSeconds: start, observations, arrivals } of windows) {
    const kept = arrivals ?? []
    if (kept === 'too-many') return null
    const counted = observations.some(({ requests }) => requests?.arrivals)
    if (counted && kept.length === 0) return null
    for (const { domain, resolution, offsetsSeconds } of kept) {
      const known = domains.get(domain) ?? { epochSeconds: [], resolution }
      domains.set(domain, known)
      for (const offset of offsetsSeconds) known.epochSeconds.push(start + offset)
      if (COARSENESS.indexOf(resolution) > COARSENESS.indexOf(known.resolution))
        known.resolution = resolution
    }
  }
  return [...domains]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([domain, { epochSeconds, resolution }]) => ({
      domain,
      startEpochSeconds: fromEpochSeconds,
      offsetsSeconds: Float64Array.from(epochSeconds, (at) => at - fromEpochSeconds),
      resolution,
    }))
}
