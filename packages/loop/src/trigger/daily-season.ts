import type { SeasonForecast } from './forecast.ts'
import { fitHoltWinters, type HoltWinters } from './holt-winters.ts'
import type { TriggerRule } from './trigger-rule.ts'
import type { TriggerWindow } from './trigger-window.ts'

const DAY_SECONDS = 86_400
/** A daily season is believed once it was seen on two of each weekday. */
const DAYS = 14
const HISTORY_SECONDS = DAYS * DAY_SECONDS

/**
 * Holt-Winters for one UTC day. A seasonal is next used a day after its update, when the next fit
 * has replaced it, so only level and trend move in between.
 */
export interface DailySeason {
  dayEpochSeconds: number
  /** Null when the two weeks before did not hold enough values. */
  model: HoltWinters | null
  /** After the newest window. */
  level: number
  trend: number
}

/** The two weeks that a fit looks at: from `fromEpochSeconds` to before `toEpochSeconds`. */
export interface SeasonHistory {
  fromEpochSeconds: number
  toEpochSeconds: number
}

/**
 * The history that a fit needs before the next window, or null if none is due: the fit of that day
 * was made, the series began too late, or a day is not a whole number of windows.
 */
export function historyDue(
  { season, firstEpochSeconds }: { season: DailySeason | null; firstEpochSeconds: number | null },
  startEpochSeconds: number,
  { windowSeconds }: TriggerRule,
): SeasonHistory | null {
  const day = Math.floor(startEpochSeconds / DAY_SECONDS) * DAY_SECONDS
  const from = day - HISTORY_SECONDS
  if (DAY_SECONDS % windowSeconds !== 0) return null
  if (firstEpochSeconds === null || firstEpochSeconds > from) return null
  if (season?.dayEpochSeconds === day) return null
  return { fromEpochSeconds: from, toEpochSeconds: day }
}

/** @param windows in any order; those outside the history are passed over */
export function fitDailySeason(
  windows: readonly TriggerWindow[],
  { fromEpochSeconds, toEpochSeconds }: SeasonHistory,
  { windowSeconds }: TriggerRule,
): DailySeason {
  const values = new Array<number | null>(HISTORY_SECONDS / windowSeconds).fill(null)
  for (const { startEpochSeconds, valueSeconds } of windows) {
    if (startEpochSeconds < fromEpochSeconds || startEpochSeconds >= toEpochSeconds) continue
    values[Math.floor((startEpochSeconds - fromEpochSeconds) / windowSeconds)] = valueSeconds
  }
  const model = fitHoltWinters(values, DAY_SECONDS / windowSeconds)
  const { level, trend } = model ?? { level: 0, trend: 0 }
  return { dayEpochSeconds: toEpochSeconds, model, level, trend }
}

/** What is foretold for the window that starts then. */
export function forecastSeason(
  { dayEpochSeconds, model, level, trend }: DailySeason,
  startEpochSeconds: number,
  { windowSeconds }: TriggerRule,
): SeasonForecast | null {
  if (model === null) return null
  const index = Math.floor((startEpochSeconds - dayEpochSeconds) / windowSeconds)
  const seasonal = model.seasonals[index % model.seasonals.length]!
  return { valueSeconds: level + trend + seasonal, standardErrorSeconds: model.standardError }
}

/** The season after one more window; a gap leaves it at its forecast. */
export function afterWindow(
  season: DailySeason,
  { startEpochSeconds, valueSeconds }: TriggerWindow,
  rule: TriggerRule,
): DailySeason {
  const said = forecastSeason(season, startEpochSeconds, rule)
  if (season.model === null || said === null) return season
  const { alpha, beta } = season.model
  const error = valueSeconds === null ? 0 : valueSeconds - said.valueSeconds
  return {
    ...season,
    level: season.level + season.trend + alpha * error,
    trend: season.trend + alpha * beta * error,
  }
}

export function afterGaps(season: DailySeason, windows: number): DailySeason {
  return { ...season, level: season.level + windows * season.trend }
}
