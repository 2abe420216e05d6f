import { expect } from 'vitest'
import type { Observation } from '../observation.ts'

/** By domain and start of the window. */
export function byWindow(observations: Iterable<Observation>): Map<string, Observation> {
  return new Map(
    [...observations].map((each) => [`${each.domain} ${each.windowStartEpochSeconds}`, each]),
  )
}

/** Equal but for rounding: counts, texts and what is null exactly. */
export function expectSame(actual: unknown, expected: unknown, path = ''): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    // Times since the epoch are exact to a quarter of a microsecond.
    if (Math.abs(actual - expected) > 2e-6 * Math.max(1, Math.abs(expected)))
      expect(actual, path).toBe(expected)
  } else if (actual && expected && typeof actual === 'object' && typeof expected === 'object') {
    expect(Object.keys(actual).sort(), path).toEqual(Object.keys(expected).sort())
    for (const [key, value] of Object.entries(expected))
      expectSame((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
  } else expect(actual, path).toBe(expected)
}
