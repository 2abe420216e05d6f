import type { PlannedChange } from '../plan/weight-plan.ts'
import type { RecordedChange } from './application.ts'

/** What to keep of a change that is about to be made. */
export function recordedOf({ kind, uuid, name, before, after }: PlannedChange): RecordedChange {
  return { ...(kind ? { kind } : {}), uuid, name, before, after } as RecordedChange
}
