import type { WeightAndCap } from '../plan/weight-plan.ts'
import type { RecordedChange } from './application.ts'

/**
 * Whether what stands on the host can stem from this application: each of the two is what was
 * there before (the command did not take) or what was written. Any other value is somebody else's,
 * set in the meantime, and theirs to decide about.
 */
export function couldBeOurs(
  found: WeightAndCap,
  { before, after }: Pick<RecordedChange, 'before' | 'after'>,
): boolean {
  const isKnown = (key: 'weight' | 'cap') => found[key] === before[key] || found[key] === after[key]
  return isKnown('weight') && isKnown('cap')
}
