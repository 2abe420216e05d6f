import { percentile95 } from '@steelyard/model'
import type { ClientRequest } from './client-requests.ts'
import type { PlayedInterval } from './intervals.ts'

/** What the clients of one guest measured in an interval, in milliseconds. */
export interface Measured {
  requests: number
  unanswered: number
  /** How late the latest was sent: an emulator that has to wait for this machine bunches requests. */
  latestMs: number
  meanMs: number
  p95Ms: number
  /** The other reading of the paper's 95th percentile: that of the means of windows. */
  peakOfMeansMs: number
}

/**
 * Counts the requests that were sent in the interval. Windows begin with it, and a last one that is
 * cut short counts too.
 *
 * @returns null when none was answered
 */
export function measureInterval(
  requests: readonly ClientRequest[],
  { fromEpochSeconds, toEpochSeconds }: PlayedInterval,
  windowSeconds: number,
): Measured | null {
  const sent = requests.filter(
    ({ startEpochSeconds: at }) => at >= fromEpochSeconds && at < toEpochSeconds,
  )
  const times = sent.flatMap(({ seconds }) => seconds ?? [])
  if (times.length === 0) return null
  const windows = new Map<number, number[]>()
  for (const { startEpochSeconds, seconds } of sent) {
    if (seconds === null) continue
    const window = Math.floor((startEpochSeconds - fromEpochSeconds) / windowSeconds)
    windows.set(window, [...(windows.get(window) ?? []), seconds])
  }
  const means = [...windows.values()].map(meanOf)
  return {
    requests: sent.length,
    unanswered: sent.length - times.length,
    latestMs: 1000 * Math.max(...sent.map(({ lateSeconds }) => lateSeconds)),
    meanMs: 1000 * meanOf(times),
    p95Ms: 1000 * percentile95(times)!,
    peakOfMeansMs: 1000 * percentile95(means)!,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
