import { type LongerWindow, mergeObservations, type Observation } from '@steelyard/traces'

/** The observations of all domains of a host in a longer window. Sorted by domain. */
export function mergeHostWindows(
  observations: readonly Observation[],
  into: LongerWindow,
): Observation[] {
  const names = [...new Set(observations.map(({ domain }) => domain))].sort()
  return names.map((name) =>
    mergeObservations(
      observations.filter(({ domain }) => domain === name),
      into,
    ),
  )
}
