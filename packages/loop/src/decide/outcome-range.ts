import type { Situation } from './situation.ts'

/**
 * Requests that were waiting when weights changed say little about the new ones: an overload takes
 * a while to drain.
 */
export const SETTLING_SECONDS = 60

/** After this the outcome is judged by whatever was observed, so that nothing waits for ever. */
const LONGEST_OUTCOME_SECONDS = 86_400

interface OutcomeRange {
  fromEpochSeconds: number
  toEpochSeconds: number
  /** Whether it can be judged now. */
  isDue: boolean
}

/**
 * The time over which the outcome of a change is judged: without a gap, from the time at which it
 * has settled until weights change again. It is shorter than asked for, and may be empty, when no
 * more can come.
 */
export function outcomeRange(
  { nowEpochSeconds, policy, ...observed }: Situation,
  appliedAtEpochSeconds: number,
): OutcomeRange {
  const { observedFromEpochSeconds, observedToEpochSeconds, lastChangedAtEpochSeconds } = observed
  const settled = appliedAtEpochSeconds + SETTLING_SECONDS
  const from = Math.max(settled, observedFromEpochSeconds ?? settled)
  const wanted = from + policy.outcomeSeconds
  const newest = observedToEpochSeconds ?? from
  const changed = lastChangedAtEpochSeconds ?? appliedAtEpochSeconds
  if (changed > settled && changed < wanted) {
    return { ...range(from, Math.min(changed, newest)), isDue: true }
  }
  if (newest >= wanted) return { ...range(from, wanted), isDue: true }
  const isLate = nowEpochSeconds >= settled + LONGEST_OUTCOME_SECONDS
  return isLate ? { ...range(from, newest), isDue: true } : { ...range(from, wanted), isDue: false }
}

function range(fromEpochSeconds: number, toEpochSeconds: number) {
  return { fromEpochSeconds, toEpochSeconds: Math.max(fromEpochSeconds, toEpochSeconds) }
}
