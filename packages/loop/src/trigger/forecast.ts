import { forecastAr1 } from './forecast-ar1.ts'
import type { TriggerRule } from './trigger-rule.ts'
import type { TriggerWindow } from './trigger-window.ts'

type Forecaster = 'ar1' | 'holt-winters'

/** What each forecaster says of one window. Null when it has nothing to say. */
export type ForetoldTimes = Record<Forecaster, number | null>

/** A window and what had been foretold for it. */
export interface ForetoldWindow extends TriggerWindow {
  foretold: ForetoldTimes
}

/** What is foretold for the next window, by whom, and how well that one did. */
export interface Forecast {
  valueSeconds: number
  by: Forecaster
  /** Standard deviation of its one-step error, as its own fit says. */
  standardErrorSeconds: number
  /** How far its forecasts were off over the last W windows. Null when it made none. */
  meanAbsoluteErrorSeconds: number | null
  /** The number of those windows. */
  judgedWindows: number
}

/** A forecast of Holt-Winters, where there is one. */
export interface SeasonForecast {
  valueSeconds: number
  standardErrorSeconds: number
}

/**
 * The forecast for the window after these, and what each forecaster says of it. Holt-Winters speaks
 * when, over at least n windows for which both had spoken, it was nearer. Null without a value.
 */
export function forecastNext(
  windows: readonly ForetoldWindow[],
  season: SeasonForecast | null,
  { forecastWindows, ofWindows }: TriggerRule,
): { forecast: Forecast | null; foretold: ForetoldTimes } {
  const recent = windows.slice(-forecastWindows)
  const ar1 = forecastAr1(recent.map(({ valueSeconds }) => valueSeconds))
  const foretold: ForetoldTimes = {
    ar1: ar1?.value ?? null,
    'holt-winters': season?.valueSeconds ?? null,
  }
  const both = recent.filter(({ foretold: f }) => f.ar1 !== null && f['holt-winters'] !== null)
  const [ofAr1, ofSeason] = [errorOf(both, 'ar1'), errorOf(both, 'holt-winters')]
  if (season && ofSeason.windows >= ofWindows && ofSeason.mean! < ofAr1.mean!) {
    return { foretold, forecast: spoken('holt-winters', season, recent) }
  }
  if (ar1 === null) return { foretold, forecast: null }
  const said = { valueSeconds: ar1.value, standardErrorSeconds: ar1.standardError }
  return { foretold, forecast: spoken('ar1', said, recent) }
}

function spoken(by: Forecaster, said: SeasonForecast, recent: readonly ForetoldWindow[]): Forecast {
  const { mean, windows } = errorOf(recent, by)
  return { ...said, by, meanAbsoluteErrorSeconds: mean, judgedWindows: windows }
}

function errorOf(windows: readonly ForetoldWindow[], by: Forecaster) {
  const errors = windows.flatMap(({ valueSeconds, foretold }) => {
    const said = foretold[by]
    return said === null || valueSeconds === null ? [] : [Math.abs(valueSeconds - said)]
  })
  const sum = errors.reduce((total, error) => total + error, 0)
  return { mean: errors.length === 0 ? null : sum / errors.length, windows: errors.length }
}
