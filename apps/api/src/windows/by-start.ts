import type { Observation } from '@steelyard/traces'

/** What was observed of each domain, by the start of the window, in the order given. */
export type WindowsByStart = ReadonlyMap<number, readonly Observation[]>

export function byStart(observations: readonly Observation[]): WindowsByStart {
  return Map.groupBy(observations, ({ windowStartEpochSeconds }) => windowStartEpochSeconds)
}
