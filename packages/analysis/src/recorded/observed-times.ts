import type { Statistic } from '@steelyard/model'
import type { StatisticTimes } from '../settings.ts'
import { MIN_REQUESTS_PER_WINDOW } from './guests.ts'
import type { Window } from './recorded-host.ts'
import { type MeasuredBy, measuredResponseTime, measuredTimes } from './response-time.ts'

/** The statistic that targets refer to, and the length of the windows that each must hold it. */
export interface TargetMeasure {
  statistic: Statistic
  /** Null for the range as a whole. */
  windowSeconds: number | null
}

/** What was measured of a domain, as targets compare it. */
export interface ObservedTimes {
  /** Over the range; the statistic of the targets is that of the worst target window. */
  times: StatisticTimes
  /** The worst target window over the whole range, in that statistic: 1 without such windows. */
  worstOverWhole: number
}

/** A last piece shorter than this part of a target window is not judged by itself. */
const LEAST_PART = 0.5

/**
 * The times that targets are compared with. A target that must hold in every window of some length
 * is compared with the worst of them; windows with few requests are too noisy to count.
 * @param windows of the range, in order of time
 */
export function observedTimes(
  windows: readonly Window[],
  domain: string,
  by: MeasuredBy | null,
  { statistic, windowSeconds }: TargetMeasure,
): ObservedTimes {
  const times = measuredTimes(windows, domain, by)
  const whole = times[statistic]
  if (windowSeconds === null || whole === null || whole === 0) return { times, worstOverWhole: 1 }
  const each = targetWindows(windows, windowSeconds).flatMap((part) => {
    const measured = measuredResponseTime(part, domain, by)
    if (!measured || measured.requests < MIN_REQUESTS_PER_WINDOW) return []
    return measuredTimes(part, domain, by)[statistic] ?? []
  })
  const worst = Math.max(whole, ...each)
  return { times: { ...times, [statistic]: worst }, worstOverWhole: worst / whole }
}

/** Groups the windows of a range into target windows, counted from its beginning. */
function targetWindows(windows: readonly Window[], windowSeconds: number): Window[][] {
  const from = windows[0]?.startEpochSeconds ?? 0
  const groups = Map.groupBy(windows, ({ startEpochSeconds }) =>
    Math.floor((startEpochSeconds - from) / windowSeconds),
  )
  return [...groups.values()].filter(
    (group) => group.reduce((sum, { seconds }) => sum + seconds, 0) >= LEAST_PART * windowSeconds,
  )
}

/** Times of the targets’ statistic are those of the worst target window. */
export interface WorstWindows {
  statistic: Statistic
  /** By domain: the worst target window over the whole range, as measured; 1 when left out. */
  worst: Readonly<Record<string, number>>
}
