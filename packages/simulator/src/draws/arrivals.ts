import type { Random } from '@steelyard/model'
import { nanoseconds } from '../units.ts'
import { spreadInStamps } from './spread-in-stamps.ts'

/** When requests reach the host. Rates per second, times in seconds after the start. */
export type Arrivals =
  | RecordedArrivals
  | { kind: 'poisson'; ratePerSecond: number }
  /** Evenly spaced, as httperf sends them. The phase is drawn from the seed unless given. */
  | { kind: 'periodic'; ratePerSecond: number; phaseSeconds?: number }
  /**
   * Independent gamma gaps with this squared coefficient of variation: 0 = periodic, 1 = Poisson,
   * above 1 = bursty.
   */
  | { kind: 'renewal'; ratePerSecond: number; squaredCoefficientOfVariation: number }
  /**
   * Poisson process whose rate switches between two states with exponential sojourn times (MMPP-2).
   */
  | {
      kind: 'mmpp'
      ratesPerSecond: readonly [number, number]
      meanStaySeconds: readonly [number, number]
    }
  /** Poisson batches of geometric size. */
  | { kind: 'batch'; batchesPerSecond: number; meanBatchSize: number }

/** Recorded times, ascending; those before 0, originally or after the shift, are left out. */
interface RecordedArrivals {
  kind: 'times'
  seconds: Float64Array | number[]
  /**
   * Resolution of the log: each run draws where within it a request arrived, see `spreadInStamps`.
   * Default 0, the times are exact.
   */
  resolutionSeconds?: number
  /**
   * How far the clock may differ from those of the other domains: each run shifts all times by up
   * to this much. Default 0.
   */
  clockUncertaintySeconds?: number
}

/**
 * Time of the next request in whole ns, never before the previous one; Infinity when there is none.
 */
export type ArrivalStream = () => number

export function arrivalStream(arrivals: Arrivals, random: Random): ArrivalStream {
  switch (arrivals.kind) {
    case 'times':
      return recorded(arrivals, random)
    case 'poisson':
      return poisson(arrivals.ratePerSecond, random)
    case 'periodic':
      return periodic(arrivals.ratePerSecond, arrivals.phaseSeconds, random)
    case 'renewal':
      return renewal(arrivals.ratePerSecond, arrivals.squaredCoefficientOfVariation, random)
    case 'mmpp':
      return modulated(arrivals.ratesPerSecond, arrivals.meanStaySeconds, random)
    case 'batch':
      return batched(arrivals.batchesPerSecond, arrivals.meanBatchSize, random)
  }
}

function recorded(arrivals: RecordedArrivals, random: Random): ArrivalStream {
  const { seconds, resolutionSeconds = 0, clockUncertaintySeconds = 0 } = arrivals
  const shift = (2 * random.uniform() - 1) * clockUncertaintySeconds
  const shifted = Float64Array.from(seconds, (time) => time + shift)
  const times = (
    resolutionSeconds > 0 ? spreadInStamps(shifted, resolutionSeconds, random) : shifted
  ).map(nanoseconds)
  let index = times.findIndex((time) => time >= 0)
  if (index < 0) index = times.length
  return () => (index < times.length ? times[index++]! : Number.POSITIVE_INFINITY)
}

function poisson(ratePerSecond: number, random: Random): ArrivalStream {
  const meanNs = 1e9 / ratePerSecond
  let time = 0
  return () => {
    time += random.exponential(meanNs)
    return Math.round(time)
  }
}

function periodic(ratePerSecond: number, phase: number | undefined, random: Random): ArrivalStream {
  const intervalNs = 1e9 / ratePerSecond
  const phaseNs = phase === undefined ? random.uniform() * intervalNs : nanoseconds(phase)
  let count = 0
  return () => Math.round(phaseNs + count++ * intervalNs)
}

function renewal(ratePerSecond: number, squaredVariation: number, random: Random): ArrivalStream {
  if (squaredVariation === 0) return periodic(ratePerSecond, undefined, random)
  const shape = 1 / squaredVariation
  const scaleNs = 1e9 / ratePerSecond / shape
  let time = 0
  return () => {
    time += random.gamma(shape) * scaleNs
    return Math.round(time)
  }
}

function modulated(
  rates: readonly [number, number],
  stays: readonly [number, number],
  random: Random,
): ArrivalStream {
  // Starts in the stationary distribution, so that the mean rate holds from the beginning.
  let state = random.uniform() * (stays[0] + stays[1]) < stays[0] ? 0 : 1
  let time = 0
  let stateEnds = random.exponential(stays[state]! * 1e9)
  return () => {
    for (;;) {
      const next = time + random.exponential(1e9 / rates[state]!)
      if (next <= stateEnds) {
        time = next
        return Math.round(time)
      }
      time = stateEnds
      state = 1 - state
      stateEnds = time + random.exponential(stays[state]! * 1e9)
    }
  }
}

function batched(batchesPerSecond: number, meanSize: number, random: Random): ArrivalStream {
  const meanNs = 1e9 / batchesPerSecond
  let time = 0
  let left = 0
  return () => {
    if (left === 0) {
      time += random.exponential(meanNs)
      left =
        meanSize <= 1 ? 1 : 1 + Math.floor(Math.log(random.uniform()) / Math.log(1 - 1 / meanSize))
    }
    left--
    return Math.round(time)
  }
}
