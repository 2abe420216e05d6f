import type { TimeSpan } from '@steelyard/analysis'
import {
  DAY_SECONDS,
  type KeptDays,
  LEVELS,
  startOfWindow,
  type WindowSeconds,
} from '../../windows/levels.ts'
import { finestKept } from '../../windows/read-windows.ts'

/** The longest range that is shown in windows of each length. */
const LONGEST_SECONDS: Record<WindowSeconds, number> = {
  10: 3 * 3600,
  60: 2 * DAY_SECONDS,
  3600: Number.POSITIVE_INFINITY,
}

interface SeriesLevel extends TimeSpan {
  /** Length of the stored windows. */
  seconds: WindowSeconds
  /** Length of the windows that are shown, each made of several stored ones. */
  shownSeconds: number
}

/**
 * In which windows a range is shown, and the range from the start of the first one on. That is the
 * window in which the range begins; where stored windows need not be joined, the next one if it
 * would be one too many.
 */
export function seriesLevel(
  config: KeptDays,
  range: TimeSpan,
  maxPoints: number,
  nowEpochSeconds: number,
): SeriesLevel {
  const { fromEpochSeconds, toEpochSeconds } = range
  const lasts = toEpochSeconds - fromEpochSeconds
  const byLength = LEVELS.find(({ seconds }) => lasts <= LONGEST_SECONDS[seconds])!.seconds
  const byAge = finestKept(config, fromEpochSeconds, nowEpochSeconds)
  const seconds = byAge > byLength ? byAge : byLength
  let shownSeconds = seconds * Math.ceil(lasts / seconds / maxPoints)
  const first = () => startOfWindow(fromEpochSeconds, shownSeconds)
  const isOneTooMany = () => first() + maxPoints * shownSeconds < toEpochSeconds
  while (shownSeconds > seconds && isOneTooMany()) shownSeconds += seconds
  return {
    seconds,
    shownSeconds,
    fromEpochSeconds: isOneTooMany() ? first() + shownSeconds : first(),
    toEpochSeconds,
  }
}
