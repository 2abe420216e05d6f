import type { Situation } from './situation.ts'

/** An analysis of less would say hardly anything: five windows of the trigger. */
export const LEAST_LOOK_BACK_SECONDS = 300

/**
 * What an analysis of the newest observations rests on: all under the weights in force, without a
 * gap. Null where nothing was observed.
 */
export function lookBackRange({
  policy,
  observedFromEpochSeconds,
  observedToEpochSeconds: to,
  lastChangedAtEpochSeconds,
}: Situation): { fromEpochSeconds: number; toEpochSeconds: number } | null {
  if (observedFromEpochSeconds === null || to === null) return null
  const from = Math.max(
    to - policy.lookBackSeconds,
    observedFromEpochSeconds,
    lastChangedAtEpochSeconds ?? observedFromEpochSeconds,
  )
  return { fromEpochSeconds: from, toEpochSeconds: to }
}
