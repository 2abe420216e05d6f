import type { CdfPoint } from '@steelyard/analysis'
import type { Interval, TwinRunDomain } from '@steelyard/contract'
import type { Interval as IntervalSeconds } from '@steelyard/simulator'
import { msOf } from '../../milliseconds.ts'

/** A difference, unlike a response time, may be below 0. */
export function differenceMs(interval: IntervalSeconds | null): Interval | null {
  if (interval === null || interval.halfWidth === null) return null
  const { mean, halfWidth } = interval
  return { ms: msOf(mean), lowMs: msOf(mean - halfWidth), highMs: msOf(mean + halfWidth) }
}

export function cdfMs(cdf: readonly CdfPoint[]): TwinRunDomain['cdf'] {
  return cdf.map(({ seconds, fraction }) => ({ ms: msOf(seconds), fraction }))
}

/** Converts back to the milliseconds that a person entered, without floating-point error. */
export function enteredMs(seconds: number | null): number | null {
  return seconds === null ? null : Number(msOf(seconds).toPrecision(15))
}
