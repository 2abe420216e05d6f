import { normal, uniform } from '@steelyard/model'
import type { Episode } from './judge.ts'

export const DAY_SECONDS = 86_400
/** Three weeks in which a daily season is known, after the two from which it is learnt. */
export const DAYS = 35
export const SERVICE_SECONDS = 0.05
/** Utilisation from which on the 95th percentile of an M/M/1 queue misses the target. */
const LIMIT = 0.75
/** ln 20 · x / (1 - rho), because times in an M/M/1 queue are exponential. */
export const TARGET_SECONDS = (Math.log(20) * SERVICE_SECONDS) / (1 - LIMIT)

/** A stretch of extra load up to `utilisation`, reached after `rampSeconds`. */
interface Overload {
  beginSeconds: number
  seconds: number
  rampSeconds: number
  utilisation: number
}

/** The load of one host: what it was meant to be, and where it is meant to be too much. */
export interface LoadPlan {
  /** Utilisation offered at that time, with noise and bursts. */
  utilisationAt(seconds: number): number
  episodes: Episode[]
}

/** What is drawn, all of it uniform; times in seconds. */
const PEAK = [0.5, 0.62] as const
const NIGHT = 0.3
const WEEKEND = 0.6
const OVERLOAD = { utilisation: [0.82, 1.0], seconds: [900, 7200], ramp: [300, 1200] } as const
const DAILY_OVERLOAD = { utilisation: 0.9, seconds: 1800 }
const BURST = { utilisation: [1.1, 1.3], seconds: [15, 40], perDay: 6 } as const
/** Noise of the load: a first-order autoregression by the minute, correlated over ten minutes. */
const NOISE = { deviation: 0.04, correlation: Math.exp(-1 / 10) }

/** A daily curve with quieter weekends, noise, short bursts and overloads, drawn from the seed. */
export function drawLoadPlan(seed: number): LoadPlan {
  const draw = uniform(seed)
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * draw()
  const peak = between(PEAK)
  const usual = (seconds: number) => peak * usualFraction(seconds)
  const overloads = drawOverloads(draw, between)
  const noise = drawNoise(draw)
  const bursts = Array.from({ length: DAYS * BURST.perDay }, () => ({
    beginSeconds: draw() * DAYS * DAY_SECONDS,
    seconds: between(BURST.seconds),
    rampSeconds: 0,
    utilisation: between(BURST.utilisation),
  })).sort((a, b) => a.beginSeconds - b.beginSeconds)
  const overloadAt = finder(overloads)
  const burstAt = finder(bursts)
  const planned = (seconds: number) => raised(usual(seconds), overloadAt(seconds), seconds)
  return {
    utilisationAt: (seconds) =>
      Math.max(
        planned(seconds) * noise[Math.floor(seconds / 60)]!,
        burstAt(seconds)?.utilisation ?? 0,
      ),
    episodes: overloads.map((overload) => ({
      beginSeconds: crossing(overload, usual(overload.beginSeconds)),
      endSeconds: overload.beginSeconds + overload.seconds,
    })),
  }
}

/** From the night's share at 4 h to the whole at 16 h UTC; days 5 and 6 of each week are quieter. */
function usualFraction(seconds: number): number {
  const hours = (seconds / 3600) % 24
  const shape = (1 - Math.cos(((hours - 4) / 24) * 2 * Math.PI)) / 2
  const weekend = Math.floor(seconds / DAY_SECONDS) % 7 >= 5
  return (NIGHT + (1 - NIGHT) * shape) * (weekend ? WEEKEND : 1)
}

/** One overload a day at its own hour, and one on most days at any time of the hours around. */
function drawOverloads(
  draw: () => number,
  between: (range: readonly [number, number]) => number,
): Overload[] {
  const daily = Math.floor(draw() * 8) * 3600
  return Array.from({ length: DAYS }, (_, day): Overload[] => {
    const midnight = day * DAY_SECONDS
    const recurring = { ...DAILY_OVERLOAD, beginSeconds: midnight + daily, rampSeconds: 0 }
    if (draw() < 0.3) return [recurring]
    // Far enough from the recurring one and from the next day's.
    const beginSeconds = midnight + (10 + 10 * draw()) * 3600
    const seconds = between(OVERLOAD.seconds)
    const rampSeconds = draw() < 0.5 ? 0 : Math.min(seconds / 2, between(OVERLOAD.ramp))
    const utilisation = between(OVERLOAD.utilisation)
    return [recurring, { beginSeconds, seconds, rampSeconds, utilisation }]
  }).flat()
}

function raised(usual: number, overload: Overload | null, seconds: number): number {
  if (!overload) return usual
  const { beginSeconds, rampSeconds, utilisation } = overload
  const reached = rampSeconds === 0 ? 1 : Math.min(1, (seconds - beginSeconds) / rampSeconds)
  return usual + (utilisation - usual) * reached
}

/** When a ramp that starts from the usual load crosses the limit. */
function crossing({ beginSeconds, rampSeconds, utilisation }: Overload, usual: number): number {
  return beginSeconds + (rampSeconds * (LIMIT - usual)) / (utilisation - usual)
}

/** Factors of the load, one a minute. */
function drawNoise(draw: () => number): Float64Array {
  const { deviation, correlation } = NOISE
  const fresh = deviation * Math.sqrt(1 - correlation ** 2)
  let state = 0
  return Float64Array.from({ length: (DAYS * DAY_SECONDS) / 60 + 1 }, () => {
    state = correlation * state + fresh * normal(draw)
    return Math.exp(state)
  })
}

/** Finds what holds at a time, for times that only grow. */
function finder<T extends { beginSeconds: number; seconds: number }>(sorted: readonly T[]) {
  let next = 0
  return (seconds: number): T | null => {
    while (next < sorted.length && sorted[next]!.beginSeconds + sorted[next]!.seconds <= seconds) {
      next++
    }
    const found = sorted[next]
    return found && found.beginSeconds <= seconds ? found : null
  }
}
