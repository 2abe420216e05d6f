import type { Situation } from './situation.ts'

/** An analysis of less would say hardly anything: five windows of the trigger. */
export const LEAST_LOOK_BACK_SECONDS = 300

/**
 * So much of the look-back lies before the hotspot. More would be calm time, in which a target is
 * kept that is missed now, and the analysis would see no reason to change anything.
 */
const PART_BEFORE_HOTSPOT = 1 / 3

/**
 * What an analysis of the newest observations rests on: all under the weights in force, without a
 * gap. Null where nothing was observed.
 */
export function lookBackRange({
  policy,
  hotspots,
  observedFromEpochSeconds,
  observedToEpochSeconds: to,
  lastChangedAtEpochSeconds,
}: Situation): { fromEpochSeconds: number; toEpochSeconds: number } | null {
  if (observedFromEpochSeconds === null || to === null) return null
  const opened = hotspots[0]?.openedAtEpochSeconds ?? to
  const before = opened - PART_BEFORE_HOTSPOT * policy.lookBackSeconds
  const from = Math.max(
    to - policy.lookBackSeconds,
    Math.min(before, to - LEAST_LOOK_BACK_SECONDS),
    observedFromEpochSeconds,
    lastChangedAtEpochSeconds ?? observedFromEpochSeconds,
  )
  return { fromEpochSeconds: from, toEpochSeconds: to }
}
