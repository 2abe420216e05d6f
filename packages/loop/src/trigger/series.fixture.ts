import type { TriggerWindow } from './trigger-window.ts'

/** Windows one after the other. */
export function seriesOf(
  values: readonly (number | null)[],
  { targetSeconds = 1, seconds = 60, startEpochSeconds = 0 } = {},
): TriggerWindow[] {
  return values.map((valueSeconds, index) => ({
    startEpochSeconds: startEpochSeconds + index * seconds,
    seconds,
    valueSeconds,
    targetSeconds,
  }))
}
