import type { Config } from '../../config.ts'
import { DAY_SECONDS, LEVELS, type WindowSeconds } from '../../windows/levels.ts'
import { finestKept } from '../../windows/read-windows.ts'
import type { WindowRange } from '../../windows/window-rows.ts'

/** The longest range that is shown in windows of each length. */
const LONGEST_SECONDS: Record<WindowSeconds, number> = {
  10: 3 * 3600,
  60: 2 * DAY_SECONDS,
  3600: Number.POSITIVE_INFINITY,
}

export interface SeriesLevel extends WindowRange {
  /** Length of the stored windows. */
  seconds: WindowSeconds
  /** Length of the windows that are shown, each made of several stored ones. */
  shownSeconds: number
}

/** In which windows a range is shown, and the range from the start of the first one on. */
export function seriesLevel(
  config: Config,
  range: WindowRange,
  maxPoints: number,
  nowEpochSeconds: number,
): SeriesLevel {
  const { fromEpochSeconds, toEpochSeconds } = range
  const lasts = toEpochSeconds - fromEpochSeconds
  const byLength = LEVELS.find(({ seconds }) => lasts <= LONGEST_SECONDS[seconds])!.seconds
  const byAge = finestKept(config, fromEpochSeconds, nowEpochSeconds)
  const seconds = byAge > byLength ? byAge : byLength
  const windows = Math.ceil(lasts / seconds) + 1
  const shownSeconds = seconds * Math.ceil(windows / maxPoints)
  return {
    seconds,
    shownSeconds,
    fromEpochSeconds: Math.floor(fromEpochSeconds / shownSeconds) * shownSeconds,
    toEpochSeconds,
  }
}
