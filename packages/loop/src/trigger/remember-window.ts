import { afterGaps, afterWindow, forecastSeason } from './daily-season.ts'
import { type Forecast, type ForetoldWindow, forecastNext } from './forecast.ts'
import type { TriggerState } from './hotspot.ts'
import type { TriggerRule } from './trigger-rule.ts'
import { endOf, type TriggerWindow } from './trigger-window.ts'

const NOTHING = { ar1: null, 'holt-winters': null }

/**
 * The state with one more window, and what is foretold for the next. Forecasts are compared with
 * the window just after the one they were made in, so none counts over a gap.
 */
export function rememberWindow(
  state: TriggerState,
  window: TriggerWindow,
  missing: number,
  rule: TriggerRule,
): { state: TriggerState; forecast: Forecast | null } {
  const kept = Math.max(rule.forecastWindows, 2 * rule.ofWindows)
  const isGap = window.valueSeconds === null
  const foretold = isGap || missing > 0 ? NOTHING : state.next
  const recent: ForetoldWindow[] = [
    ...state.recent,
    ...gapsBefore(window, Math.min(missing, kept)),
    { ...window, foretold },
  ].slice(-kept)
  const season = state.season && afterWindow(afterGaps(state.season, missing), window, rule)
  const said = season && forecastSeason(season, endOf(window), rule)
  const { forecast, foretold: next } = forecastNext(recent, said, rule)
  const firstEpochSeconds = state.firstEpochSeconds ?? window.startEpochSeconds
  return {
    state: { ...state, firstEpochSeconds, recent, season, next: isGap ? NOTHING : next },
    forecast,
  }
}

function gapsBefore(window: TriggerWindow, missing: number): ForetoldWindow[] {
  return Array.from({ length: missing }, (_, index) => ({
    ...window,
    startEpochSeconds: window.startEpochSeconds - (missing - index) * window.seconds,
    valueSeconds: null,
    foretold: NOTHING,
  }))
}
