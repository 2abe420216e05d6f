import { fitDailySeason, historyDue } from './daily-season.ts'
import { freshState, type Hotspot, type TriggerState } from './hotspot.ts'
import { observeWindow } from './observe-window.ts'
import type { TriggerRule } from './trigger-rule.ts'
import type { TriggerWindow } from './trigger-window.ts'

/**
 * The hotspots of a whole series, oldest first, the last of which may still be open; windows
 * oldest first. It does what a caller does who feeds `observeWindow` window by window.
 * @throws RangeError as `observeWindow`
 */
export function hotspots(
  domain: string,
  windows: readonly TriggerWindow[],
  rule: TriggerRule,
): Hotspot[] {
  let state: TriggerState = freshState(domain)
  const found: Hotspot[] = []
  for (const [index, window] of windows.entries()) {
    const due = historyDue(state, window.startEpochSeconds, rule)
    if (due) state = { ...state, season: fitDailySeason(windows.slice(0, index), due, rule) }
    const observed = observeWindow(state, window, rule)
    state = observed.state
    if (observed.changed?.closedAtEpochSeconds != null) found.push(observed.changed)
  }
  return state.open ? [...found, state.open] : found
}
