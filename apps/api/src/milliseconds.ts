import type { Breakdown, Interval } from '@steelyard/contract'
import type { Breakdown as BreakdownSeconds } from '@steelyard/model'
import type { Interval as IntervalSeconds } from '@steelyard/simulator'

/** JSON has no other numbers: what is not finite is null. */
export function toMs(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined || !Number.isFinite(seconds)
    ? null
    : seconds * 1000
}

export function breakdownMs(parts: BreakdownSeconds | null | undefined): Breakdown | null {
  if (!parts) return null
  return {
    serviceMs: parts.serviceSeconds * 1000,
    vmDelayMs: parts.vmDelaySeconds * 1000,
    domain0DelayMs: parts.domain0DelaySeconds * 1000,
  }
}

/** A response time is never below zero, whatever the spread of a few runs says. */
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
