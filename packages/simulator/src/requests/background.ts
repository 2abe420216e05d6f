import type { Random } from '@steelyard/model'
import type { Background } from '../config/twin-config.ts'
import { type ArrivalStream, arrivalStream } from '../draws/arrivals.ts'
import { nanoseconds } from '../units.ts'

/** Bursts of work that no request waits for. */
export interface BurstStream {
  /** Time of the next burst, ns; Infinity when there is none. */
  next: ArrivalStream
  /** CPU time of the burst that `next` returned last, ns. */
  cpuNs(): number
}

export function burstStream(background: Background | undefined, random: Random): BurstStream {
  if (!background) return { next: () => Number.POSITIVE_INFINITY, cpuNs: () => 0 }
  if ('windows' in background) return recorded(background.windows, random)
  const { utilisation, periodSeconds = 1, timing = 'periodic' } = background
  const cpuNs = nanoseconds(utilisation * periodSeconds)
  const next =
    cpuNs === 0
      ? () => Number.POSITIVE_INFINITY
      : arrivalStream({ kind: timing, ratePerSecond: 1 / periodSeconds }, random)
  return { next, cpuNs: () => cpuNs }
}

/** One burst per window, at a random time within it. */
function recorded(
  windows: Extract<Background, { windows: unknown }>['windows'],
  random: Random,
): BurstStream {
  let index = -1
  return {
    next: () => {
      for (;;) {
        const window = windows[++index]
        if (!window) return Number.POSITIVE_INFINITY
        if (window.cpuSeconds <= 0) continue
        const { startSeconds, endSeconds } = window
        return nanoseconds(startSeconds + random.uniform() * (endSeconds - startSeconds))
      }
    },
    cpuNs: () => nanoseconds(windows[index]!.cpuSeconds),
  }
}

/** CPU seconds that fall due before a time. */
export function backgroundSeconds(
  background: Background | undefined,
  untilSeconds: number,
): number {
  if (!background) return 0
  if (!('windows' in background)) return background.utilisation * untilSeconds
  return background.windows.reduce(
    (sum, { startSeconds, cpuSeconds }) =>
      startSeconds < untilSeconds ? sum + Math.max(0, cpuSeconds) : sum,
    0,
  )
}
