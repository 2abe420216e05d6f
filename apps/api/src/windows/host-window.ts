import type { LiveWindow } from '@steelyard/traces'
import type { HostWindow } from './window-rows.ts'

/** A window as it is stored. */
export function hostWindow({ startEpochSeconds, observations, arrivals }: LiveWindow): HostWindow {
  return {
    startEpochSeconds,
    observations,
    arrivals:
      arrivals.length === 0
        ? null
        : arrivals.map(({ domain, resolution, startsEpochSeconds }) => ({
            domain,
            resolution,
            startEpochSeconds,
            offsetsSeconds: Float64Array.from(
              startsEpochSeconds,
              (start) => start - startEpochSeconds,
            ),
          })),
  }
}
