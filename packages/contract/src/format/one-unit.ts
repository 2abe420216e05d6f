import { chosen, isKnown, type Maybe, significant, UNKNOWN } from './digits.ts'
import { twoDigits } from './durations.ts'

/** Writes the times of one table without their unit, which its headings name. */
export interface OneUnit {
  unit: 'ms' | 's'
  measured: (ms: Maybe) => string
  predicted: (ms: Maybe) => string
  /** As the user set it. */
  target: (ms: Maybe) => string
}

/** The unit that suits all these times together: seconds once one of them has ten or more. */
export function oneUnitFor(times: readonly Maybe[]): OneUnit {
  const inSeconds = times.some((ms) => isKnown(ms) && ms >= 10_000)
  const written = (write: (value: number) => string) => (ms: Maybe) =>
    isKnown(ms) ? write(inSeconds ? ms / 1000 : ms) : UNKNOWN
  return {
    unit: inSeconds ? 's' : 'ms',
    measured: written(significant),
    predicted: written(twoDigits),
    target: written(chosen),
  }
}
