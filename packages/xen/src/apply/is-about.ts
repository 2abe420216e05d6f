import { leverOf } from '../plan/levers.ts'
import type { Lever } from '../plan/weight-plan.ts'
import type { RecordedChange } from './application.ts'

/** Whether a step, or what could not be undone, is about this change. */
export function isAbout(
  { lever = 'weight', uuid }: { lever?: Lever; uuid: string },
  change: Pick<RecordedChange, 'kind' | 'uuid'>,
): boolean {
  return uuid === change.uuid && lever === leverOf(change)
}
