import type { Interval, TwinDomain } from './twin.ts'

/** Whether a change is an effect or may be chance. */
export type Change = 'gains' | 'pays' | 'may be chance'

/** Judges the difference of two response times by its interval. */
export function changeOf({ lowMs, highMs }: Interval): Change {
  if (highMs < 0) return 'gains'
  return lowMs > 0 ? 'pays' : 'may be chance'
}

/** The twin's figures that are comparable with the measurement: a log does not see what a client sees. */
export function asMeasured({ measuredBy, logged, mean, p95 }: TwinDomain): {
  mean: Interval | null
  p95: Interval | null
} {
  return measuredBy === 'access-log' ? logged : { mean, p95 }
}
