import type { Recording } from '@steelyard/traces'
import { windowSeconds } from '../default-settings.ts'

/** Shorter windows hold too few requests. */
const SHORTEST = 5

/**
 * The default of an analysis, or slightly less where windows would straddle the borders of phases:
 * the longest window of 5 to 10 s that divides all of them.
 */
export function windowSecondsFor({ phases }: Recording): number {
  const lengths = phases.flatMap((phase) => [phase.startSeconds, phase.durationSeconds])
  for (let seconds = windowSeconds; seconds >= SHORTEST; seconds--) {
    if (lengths.every((length) => length % seconds === 0)) return seconds
  }
  return windowSeconds
}
