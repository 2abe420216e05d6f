import { AnalysisError } from '../analysis-error.ts'
import type { TimeSpan } from '../settings.ts'
import type { WeightRegime, Window } from './recorded-host.ts'
import { endOf, windowsWithin } from './window-list.ts'

/**
 * The clocks of client and host differ a little: a window that begins this shortly before the
 * change counts as after it.
 */
const TOLERANCE_SECONDS = 1

/** `since-last-change-late`: its only window began before the change. */
export type RangeReason =
  | 'as-asked'
  | 'weights-unchanged'
  | 'since-last-change'
  | 'since-last-change-late'

export interface DecisionRange extends TimeSpan {
  reason: RangeReason
  windows: Window[]
}

/**
 * The windows for the verdict: the requested ones, else those since the last change of weights,
 * because older ones reflect weights that no longer apply.
 * @throws AnalysisError `range-without-windows` when a requested range contains no window
 */
export function decisionRange(
  windows: readonly Window[],
  regimes: readonly WeightRegime[],
  asked: TimeSpan | null,
): DecisionRange {
  const first = windows[0]!.startEpochSeconds
  const last = endOf(windows.at(-1)!)
  if (asked) {
    const chosen = windowsWithin(windows, asked.fromEpochSeconds, asked.toEpochSeconds)
    if (chosen.length > 0) return { ...asked, reason: 'as-asked', windows: chosen }
    throw new AnalysisError({
      code: 'range-without-windows',
      recordedFrom: first,
      recordedTo: last,
    })
  }
  const since = regimes.at(-1)!.fromEpochSeconds
  const latest = windowsWithin(windows, since, Number.POSITIVE_INFINITY)
  if (regimes.length === 1 || latest.length === 0 || latest.length === windows.length) {
    return {
      fromEpochSeconds: first,
      toEpochSeconds: last,
      reason: 'weights-unchanged',
      windows: [...windows],
    }
  }
  const whole = latest.filter((window) => window.startEpochSeconds >= since - TOLERANCE_SECONDS)
  const judged = whole.length > 0 ? whole : latest
  return {
    fromEpochSeconds: judged[0]!.startEpochSeconds,
    toEpochSeconds: last,
    reason: whole.length > 0 ? 'since-last-change' : 'since-last-change-late',
    windows: judged,
  }
}
