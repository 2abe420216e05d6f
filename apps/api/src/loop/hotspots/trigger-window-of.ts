import type { Statistic } from '@steelyard/contract'
import type { TriggerWindow } from '@steelyard/loop'
import type { Observation } from '@steelyard/traces'

/** A log that covers less of a window than this says too little about it. */
const LEAST_COVERED = 0.5

/**
 * What the trigger sees of a domain in one window: the statistic that its target is about, or a gap.
 * @param observation null where nothing was observed of the domain
 */
export function triggerWindowOf(
  observation: Pick<Observation, 'requests' | 'windowSeconds'> | null,
  startEpochSeconds: number,
  { seconds, statistic, targetSeconds }: WindowSettings,
): TriggerWindow {
  const { requests = null, windowSeconds = seconds } = observation ?? {}
  const isCovered = (requests?.coveredSeconds ?? 0) >= LEAST_COVERED * windowSeconds
  const duration = isCovered ? (requests?.duration ?? null) : null
  const valueSeconds = duration?.[`${statistic}Seconds`] ?? null
  return { startEpochSeconds, seconds, valueSeconds, targetSeconds }
}

interface WindowSettings {
  seconds: number
  statistic: Statistic
  targetSeconds: number
}
