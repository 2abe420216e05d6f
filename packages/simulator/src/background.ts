import { type ArrivalStream, arrivalStream } from './arrivals.ts'
import type { Random } from './random.ts'
import type { Background } from './twin-config.ts'

/** When bursts of background work begin, ns; never without any. */
export function backgroundStream(
  background: Background | undefined,
  random: Random,
): ArrivalStream {
  if (!background || background.utilisation === 0) return () => Number.POSITIVE_INFINITY
  const ratePerSecond = 1 / (background.periodSeconds ?? 1)
  return arrivalStream({ kind: background.timing ?? 'periodic', ratePerSecond }, random)
}
