import { domain0Seconds } from '../../papers/paper0/host-of-paper0.ts'
import type { Interval } from '../../papers/paper0/intervals.ts'
import { p95sOf, peaksOfMeans, playInARow, sum } from './twin-of-paper0.ts'

/** One way to read R_Peak, of which the paper says only that it is a 95th percentile. */
export interface PeakReading {
  what: string
  /** R_Peak by interval and VM. */
  peaks: number[][]
}

/** Of requests or of the means of windows, and with Domain-0 idle or at work. */
export function peakReadings(intervals: readonly Interval[]): PeakReading[] {
  return [0, domain0Seconds].flatMap((seconds) => {
    const options = { domain0Seconds: seconds }
    const host = seconds === 0 ? '' : ', Domain-0 at work'
    return [
      { what: `requests${host}`, peaks: playInARow(intervals, options).map(p95sOf) },
      { what: `means${host}`, peaks: peaksOfMeans(intervals, options) },
    ]
  })
}

/** Σ R_Peak by interval. */
export const sumsOf = ({ peaks }: PeakReading) => peaks.map(sum)
