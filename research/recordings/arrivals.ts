import { Random } from '@steelyard/model'
import { type Arrivals, arrivalStream } from '@steelyard/simulator'

/** The arrival process of a guest's requests. The phase sets the mean rate. */
export type ArrivalProcess =
  | { kind: 'poisson' }
  /** At equal distances, as httperf sends requests. The phase of each stream is drawn. */
  | { kind: 'even' }
  /**
   * Poisson arrivals alternate with none, each for an exponential time, independently for each
   * guest.
   */
  | { kind: 'on-off'; meanOnSeconds: number; meanOffSeconds: number }

export interface ArrivalPhase {
  durationSeconds: number
  requestsPerSecond: number
}

/**
 * Arrival times in seconds since the start of the first phase, one ascending list per phase. The
 * same seed and stream give the same requests.
 */
export function arrivalTimes(
  phases: readonly ArrivalPhase[],
  process: ArrivalProcess,
  seed: number,
  stream: number,
): number[][] {
  const random = new Random(seed, stream)
  let start = 0
  return phases.map(({ durationSeconds, requestsPerSecond }) => {
    const times: number[] = []
    if (requestsPerSecond > 0) {
      const next = arrivalStream(arrivalsOf(process, requestsPerSecond), random)
      for (let time = next() / 1e9; time < durationSeconds; time = next() / 1e9) {
        times.push(start + time)
      }
    }
    start += durationSeconds
    return times
  })
}

function arrivalsOf(process: ArrivalProcess, ratePerSecond: number): Arrivals {
  if (process.kind === 'poisson') return { kind: 'poisson', ratePerSecond }
  if (process.kind === 'even') return { kind: 'periodic', ratePerSecond }
  const { meanOnSeconds, meanOffSeconds } = process
  const shareOn = meanOnSeconds / (meanOnSeconds + meanOffSeconds)
  return {
    kind: 'mmpp',
    ratesPerSecond: [ratePerSecond / shareOn, 0],
    meanStaySeconds: [meanOnSeconds, meanOffSeconds],
  }
}
