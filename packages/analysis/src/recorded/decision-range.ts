import { AnalysisError } from '../analysis-error.ts'
import type { WeightRegime, Window } from './recorded-host.ts'
import { endOf, windowsWithin } from './window-list.ts'

/** Clocks of client and host differ a little: a window that begins so shortly before the change is after it. */
const TOLERANCE_SECONDS = 1

export interface DecisionRange {
  fromEpochSeconds: number
  toEpochSeconds: number
  reason: string
  windows: Window[]
}

/**
 * The windows that the verdict looks at: those asked for, else those that began since the last
 * change of weights, because older ones tell of weights that no longer hold.
 * @throws AnalysisError `range-without-windows` when a range that was asked for holds no window
 */
export function decisionRange(
  windows: readonly Window[],
  regimes: readonly WeightRegime[],
  asked: { fromEpochSeconds: number; toEpochSeconds: number } | null,
): DecisionRange {
  const first = windows[0]!.startEpochSeconds
  const last = endOf(windows.at(-1)!)
  if (asked) {
    const chosen = windowsWithin(windows, asked.fromEpochSeconds, asked.toEpochSeconds)
    if (chosen.length > 0) return { ...asked, reason: 'As asked.', windows: chosen }
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
      reason: 'The whole recording: the weights did not change in it.',
      windows: [...windows],
    }
  }
  const whole = latest.filter((window) => window.startEpochSeconds >= since - TOLERANCE_SECONDS)
  const judged = whole.length > 0 ? whole : latest
  return {
    fromEpochSeconds: judged[0]!.startEpochSeconds,
    toEpochSeconds: last,
    reason:
      whole.length > 0
        ? 'Since the last change of weights: what came before tells of other weights.'
        : 'Since the last change of weights; its one window began before the change, so choose shorter windows.',
    windows: judged,
  }
}

export function isoOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}
