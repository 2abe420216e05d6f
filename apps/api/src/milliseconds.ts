import type { Breakdown, Interval, Prediction } from '@steelyard/contract'
import type { Breakdown as BreakdownSeconds } from '@steelyard/model'
import type { Interval as IntervalSeconds } from '@steelyard/simulator'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const MS_PER_SECOND = 1000
const US_PER_MS = 1000

/** In milliseconds, which the database and the REST API have, where packages have seconds. */
export function msOf(seconds: number): number
export function msOf(seconds: number | null): number | null
export function msOf(seconds: number | null): number | null {
  return seconds === null ? null : seconds * MS_PER_SECOND
}

/** Null unless finite, because JSON has no other numbers. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function toMs(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : msOf(finite(seconds))
}

export function secondsOf(ms: number): number
export function secondsOf(ms: number | null): number | null
export function secondsOf(ms: number | null): number | null {
  return ms === null ? null : ms / MS_PER_SECOND
}

/** In whole microseconds, as xl takes reservations. */
export function wholeUsOf(ms: number): number {
  return Math.round(ms * US_PER_MS)
}

export function msOfUs(us: number): number {
  return us / US_PER_MS
}

/** A target as it was stated: converting it to seconds and back changes its last digits. */
export function targetMs(seconds: number | null): number | null {
  return seconds === null ? null : Number(msOf(seconds).toPrecision(12))
}

/** Back to seconds, of a prediction that was stored in milliseconds. */
export function predictionSeconds(prediction: Prediction | null) {
  return (
    prediction && {
      seconds: secondsOf(prediction.ms),
      lowSeconds: secondsOf(prediction.lowMs),
      highSeconds: secondsOf(prediction.highMs),
    }
  )
}

export function breakdownMs(parts: BreakdownSeconds | null | undefined): Breakdown | null {
  if (!parts) return null
  return {
    serviceMs: msOf(parts.serviceSeconds),
    vmDelayMs: msOf(parts.vmDelaySeconds),
    domain0DelayMs: msOf(parts.domain0DelaySeconds),
  }
}

/** Cuts the interval off at zero: a response time is never negative, whatever the spread. */
export function intervalMs(interval: IntervalSeconds | null): Interval | null {
  if (!interval) return null
  const { mean, halfWidth } = interval
  const half = halfWidth ?? 0
  return {
    ms: msOf(mean),
    lowMs: msOf(Math.max(0, mean - half)),
    highMs: msOf(mean + half),
  }
}
