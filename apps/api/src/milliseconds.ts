import type { Breakdown, Interval, Prediction } from '@steelyard/contract'
import type { Breakdown as BreakdownSeconds } from '@steelyard/model'
import type { Interval as IntervalSeconds } from '@steelyard/simulator'

/** Converts seconds to milliseconds. Null unless finite, because JSON has no other numbers. */
export function toMs(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined || !Number.isFinite(seconds)
    ? null
    : seconds * 1000
}

/** A target as it was stated: converting it to seconds and back changes its last digits. */
export function targetMs(seconds: number | null): number | null {
  return seconds === null ? null : Number((seconds * 1000).toPrecision(12))
}

/** Back to seconds, of a prediction that was stored in milliseconds. */
export function predictionSeconds(prediction: Prediction | null) {
  return (
    prediction && {
      seconds: prediction.ms / 1000,
      lowSeconds: prediction.lowMs / 1000,
      highSeconds: prediction.highMs / 1000,
    }
  )
}

export function breakdownMs(parts: BreakdownSeconds | null | undefined): Breakdown | null {
  if (!parts) return null
  return {
    serviceMs: parts.serviceSeconds * 1000,
    vmDelayMs: parts.vmDelaySeconds * 1000,
    domain0DelayMs: parts.domain0DelaySeconds * 1000,
  }
}

/** Cuts the interval off at zero: a response time is never negative, whatever the spread. */
export function intervalMs(interval: IntervalSeconds | null): Interval | null {
  if (!interval) return null
  const { mean, halfWidth } = interval
  const half = halfWidth ?? 0
  return {
    ms: mean * 1000,
    lowMs: Math.max(0, mean - half) * 1000,
    highMs: (mean + half) * 1000,
  }
}
