import type { Observation } from '@steelyard/traces'
import { startOfWindow } from './levels.ts'
import { mergeHostWindows } from './merge-host-windows.ts'

/** Merges the windows of a host, oldest first, into longer ones that start at multiples of their length. */
export function joinWindows(
  observations: readonly Observation[],
  windowSeconds: number,
): Observation[] {
  const groups = Map.groupBy(observations, ({ windowStartEpochSeconds }) =>
    startOfWindow(windowStartEpochSeconds, windowSeconds),
  )
  return [...groups].flatMap(([windowStartEpochSeconds, group]) =>
    mergeHostWindows(group, { windowStartEpochSeconds, windowSeconds }),
  )
}
