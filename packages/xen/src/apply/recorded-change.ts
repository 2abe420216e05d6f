import { LEVERS, type LeverKind, type LeverValues } from '../levers/registry.ts'
import type { Change } from '../plan/plan.ts'
import type { NotUndone, RecordedChange, RecordedOf, Subject } from './application.ts'

/** The part to keep of a change that is about to be made. */
export function recordedOf({ lever, uuid, name, before, after }: Change): RecordedChange {
  return { lever, uuid, name, before, after } as RecordedChange
}

/** Whether a step, or an entry of `notUndone`, refers to this change. */
export function isAbout(
  { lever, uuid }: Pick<Subject, 'lever' | 'uuid'>,
  change: Pick<RecordedChange, 'lever' | 'uuid'>,
): boolean {
  return uuid === change.uuid && lever === change.lever
}

/** There is nothing left to roll back, or the value is not ours to restore. */
export function isOutOfReach({ code }: Pick<NotUndone, 'code'>): boolean {
  return code === 'domain-gone' || code === 'changed-by-someone-else'
}

/**
 * Whether the value on the host can result from this change, or from undoing it. Any other value
 * was set by someone else in the meantime, so it is theirs to decide about.
 */
export function couldBeOurs<K extends LeverKind>(
  found: LeverValues[K],
  change: RecordedOf<K>,
): boolean {
  return LEVERS[change.lever].couldBeOurs(found, change)
}
