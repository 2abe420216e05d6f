import { AnalysisError } from '../analysis-error.ts'
import type { TimeSpan } from '../settings.ts'
import { cpuOf } from './cpu-sums.ts'
import { DOMAIN_0, type WeightRegime, type Window } from './recorded-host.ts'
import { endOf, windowsWithin } from './window-list.ts'

/**
 * The clocks of client and host differ a little: a window that begins this shortly before the
 * change counts as after it.
 */
const TOLERANCE_SECONDS = 1

/**
 * `where-traced`: logs and CPU trace overlap there, and the logs cover more time.
 * `since-last-change-late`: its only window began before the change.
 */
export type RangeReason =
  | 'as-asked'
  | 'weights-unchanged'
  | 'where-traced'
  | 'since-last-change'
  | 'since-last-change-late'

export interface DecisionRange extends TimeSpan {
  reason: RangeReason
  windows: Window[]
}

/**
 * The windows for the verdict: the requested ones, else those since the last change of weights,
 * because older ones reflect weights that no longer apply, as far as the CPU was traced: the log of a
 * whole day often comes with a trace of some minutes.
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
  return whereTraced(sinceLastChange(windows, regimes))
}

function sinceLastChange(
  windows: readonly Window[],
  regimes: readonly WeightRegime[],
): DecisionRange {
  const since = regimes.at(-1)!.fromEpochSeconds
  const latest = windowsWithin(windows, since, Number.POSITIVE_INFINITY)
  if (regimes.length === 1 || latest.length === 0 || latest.length === windows.length)
    return rangeOf(windows, 'weights-unchanged')
  const whole = latest.filter((window) => window.startEpochSeconds >= since - TOLERANCE_SECONDS)
  return whole.length > 0
    ? rangeOf(whole, 'since-last-change')
    : rangeOf(latest, 'since-last-change-late')
}

/** From the first traced window to the last; unchanged where no window is traced. */
function whereTraced(range: DecisionRange): DecisionRange {
  const isTraced = tracedIn(range.windows)
  const first = range.windows.findIndex(isTraced)
  const last = range.windows.findLastIndex(isTraced)
  if (first < 0 || last - first + 1 === range.windows.length) return range
  return rangeOf(range.windows.slice(first, last + 1), 'where-traced')
}

/** A tool on the host shows Domain-0; one inside a guest shows that guest alone. */
function tracedIn(windows: readonly Window[]): (window: Window) => boolean {
  const showsDomain0 = ({ byDomain }: Window) => cpuOf(byDomain.get(DOMAIN_0)) !== null
  return windows.some(showsDomain0)
    ? showsDomain0
    : ({ byDomain }) => [...byDomain.values()].some((each) => cpuOf(each) !== null)
}

function rangeOf(windows: readonly Window[], reason: RangeReason): DecisionRange {
  return {
    fromEpochSeconds: windows[0]!.startEpochSeconds,
    toEpochSeconds: endOf(windows.at(-1)!),
    reason,
    windows: [...windows],
  }
}
