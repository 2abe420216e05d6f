import type { Forecast, ForetoldWindow } from './forecast.ts'
import type { Hotspot, HotspotEvidence, TriggerState } from './hotspot.ts'
import { type MissedInKOfN, missedInKOfN } from './missed-in-k-of-n.ts'
import { rememberWindow } from './remember-window.ts'
import type { TriggerRule } from './trigger-rule.ts'
import { endOf, keepsWithMargin, type TriggerWindow } from './trigger-window.ts'

interface TriggerObservation {
  state: TriggerState
  /** The hotspot that this window opened or closed. */
  changed: Hotspot | null
}

/**
 * Takes in the next window of a domain. A hotspot opens when k of n windows missed the target and
 * the newest misses it too, or keeps it with less than the margin: a miss is a fact, and a forecast
 * would only delay what follows from it (docs/explanation/loop.md). It closes when the n newest windows, all of them since it opened, kept the
 * target with the margin and the forecast does; while there are too few to say, it stays open.
 * A gap decides nothing. Windows that were left out are gaps, and one seen before changes nothing.
 * @throws RangeError when the window is not as long as the rule's or not on the grid of the others,
 * or when its value or target is no time
 */
export function observeWindow(
  before: TriggerState,
  window: TriggerWindow,
  rule: TriggerRule,
): TriggerObservation {
  checkTimes(window)
  const missing = windowsMissing(before, window, rule)
  if (missing < 0) return { state: before, changed: null }
  const { state, forecast } = rememberWindow(before, window, missing, rule)
  const judged = missedInKOfN(state.recent, rule.missedWindows, rule.ofWindows)
  const known = state.knownSinceOpening + (window.valueSeconds === null ? 0 : 1)
  const going: TriggerObservation = { state: { ...state, knownSinceOpening: known }, changed: null }
  if (window.valueSeconds === null || forecast === null) return going
  const evidence = evidenceOf(judged, window, forecast)
  if (state.open === null) {
    return opens(judged, evidence, rule) ? opened(going.state, evidence) : going
  }
  const closing = known >= rule.ofWindows && closes(judged, evidence, rule)
  return closing ? closed(going.state, state.open, evidence) : going
}

/** How far stamps may be off the grid, as a fraction of a window: they are sums of floats. */
const GRID_TOLERANCE = 1e-3

type JudgedWindows = MissedInKOfN<ForetoldWindow>

function checkTimes({ valueSeconds, targetSeconds }: TriggerWindow): void {
  if (!(targetSeconds > 0 && Number.isFinite(targetSeconds))) {
    throw new RangeError(`${targetSeconds} s is no target.`)
  }
  if (valueSeconds !== null && !(valueSeconds >= 0 && Number.isFinite(valueSeconds))) {
    throw new RangeError(`${valueSeconds} s is no response time.`)
  }
}

/** The number of windows left out before this one; negative for one that was seen before. */
function windowsMissing(
  { recent }: TriggerState,
  { startEpochSeconds, seconds }: TriggerWindow,
  { windowSeconds }: TriggerRule,
): number {
  if (seconds !== windowSeconds) {
    throw new RangeError(`A window of ${seconds} s does not fit a rule for ${windowSeconds} s.`)
  }
  const newest = recent.at(-1)
  if (!newest) return 0
  const between = (startEpochSeconds - endOf(newest)) / seconds
  const missing = Math.round(between)
  if (Math.abs(between - missing) < GRID_TOLERANCE) return missing
  throw new RangeError('A window must start a whole number of windows after the one before.')
}

function evidenceOf(
  { considered: windows, missed }: JudgedWindows,
  newest: TriggerWindow,
  forecast: Forecast,
): HotspotEvidence {
  const { targetSeconds } = newest
  return { atEpochSeconds: endOf(newest), windows, missed, targetSeconds, forecast }
}

function opens(
  { verdict, considered }: JudgedWindows,
  { targetSeconds }: HotspotEvidence,
  { closingMargin }: TriggerRule,
): boolean {
  const newest = considered.at(-1)!.valueSeconds
  return verdict === 'missed' && !keepsWithMargin(newest, targetSeconds, closingMargin)
}

function closes(
  { considered }: JudgedWindows,
  { forecast, targetSeconds }: HotspotEvidence,
  { ofWindows, closingMargin }: TriggerRule,
): boolean {
  const kept = considered.filter((window) =>
    keepsWithMargin(window.valueSeconds, window.targetSeconds, closingMargin),
  )
  return (
    kept.length === ofWindows &&
    keepsWithMargin(forecast.valueSeconds, targetSeconds, closingMargin)
  )
}

function opened(state: TriggerState, evidence: HotspotEvidence): TriggerObservation {
  const hotspot: Hotspot = {
    domain: state.domain,
    openedAtEpochSeconds: evidence.atEpochSeconds,
    evidence,
    closedAtEpochSeconds: null,
    closingEvidence: null,
  }
  return { state: { ...state, open: hotspot, knownSinceOpening: 0 }, changed: hotspot }
}

function closed(state: TriggerState, open: Hotspot, evidence: HotspotEvidence): TriggerObservation {
  const closedAtEpochSeconds = evidence.atEpochSeconds
  const hotspot: Hotspot = { ...open, closedAtEpochSeconds, closingEvidence: evidence }
  return { state: { ...state, open: null, knownSinceOpening: 0 }, changed: hotspot }
}
