import type { Observation } from '@steelyard/traces'
import { startOfWindow } from './levels.ts'
import { mergeHostWindows } from './merge-host-windows.ts'

/** Merges the windows of a host, oldest first, into longer ones that start at multiples of their length. */
export function joinWindows(
  observations: readonly Observation[],
  windowSeconds: number,
): Observation[] {
  const groups = new Map<number, Observation[]>()
  for (const each of observations) {
    const start = startOfWindow(each.windowStartEpochSeconds, windowSeconds)
    const group = groups.get(start)
    if (group) group.push(each)
    else groups.set(start, [each])
  }
  return [...groups].flatMap(([windowStartEpochSeconds, group]) =>
    mergeHostWindows(group, { windowStartEpochSeconds, windowSeconds }),
  )
}
