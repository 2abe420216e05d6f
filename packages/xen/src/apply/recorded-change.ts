import { LEVERS, type LeverKind, type LeverValues } from '../levers/registry.ts'
import type { Change } from '../plan/plan.ts'
import type { RecordedChange, RecordedOf, Subject } from './application.ts'

/** What to keep of a change that is about to be made. */
export function recordedOf({ lever, uuid, name, before, after }: Change): RecordedChange {
  return { lever, uuid, name, before, after } as RecordedChange
}

/** Whether a step, or what could not be undone, is about this change. */
export function isAbout(
  { lever, uuid }: Pick<Subject, 'lever' | 'uuid'>,
  change: Pick<RecordedChange, 'lever' | 'uuid'>,
): boolean {
  return uuid === change.uuid && lever === change.lever
}

/**
 * Whether what stands on the host can stem from this change, or from undoing it. Any other value is
 * somebody else's, set in the meantime, and theirs to decide about.
 */
export function couldBeOurs<K extends LeverKind>(
  found: LeverValues[K],
  change: RecordedOf<K>,
): boolean {
  return LEVERS[change.lever].couldBeOurs(found, change)
}
