import type { Observation } from '@steelyard/traces'

/** What was observed of each domain, by the start of the window, in the order given. */
export type WindowsByStart = ReadonlyMap<number, readonly Observation[]>

export function byStart(observations: readonly Observation[]): WindowsByStart {
  const windows = new Map<number, Observation[]>()
  for (const observation of observations) {
    const { windowStartEpochSeconds: start } = observation
    const known = windows.get(start)
    if (known) known.push(observation)
    else windows.set(start, [observation])
  }
  return windows
}
