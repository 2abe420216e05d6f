import type { HostErrorCode } from '../host-error.ts'
import type { LeverKind, LeverValues } from '../levers/registry.ts'
import type { ApplicationDrift } from '../plan/drift.ts'
import type { Change, ChangeOf } from '../plan/plan.ts'
import type { RemoteShell } from '../remote-shell.ts'

export type StopCode =
  | 'plan-not-applicable'
  | 'plan-expired'
  | 'plan-altered'
  | 'drift'
  | 'read-back-mismatch'
  | 'changed-by-someone-else'
  | 'step-not-recorded'
  | 'interrupted'
  | 'requested'
  | 'internal-error'
  | HostErrorCode

export interface StopReason {
  code: StopCode
  message: string
  detail?: string
}

/** Which change a step is about, or what could not be undone. */
export interface Subject<K extends LeverKind = LeverKind> {
  lever: K
  uuid: string
  name: string
}

/** Why something that was changed does not have its recorded value. */
export type NotUndoneOf<K extends LeverKind> = Subject<K> & {
  wanted: LeverValues[K]
  /** null: not known, or the domain is gone. */
  found: LeverValues[K] | null
} & NotUndoneCause<LeverValues[K]>

export type NotUndoneCause<Value> =
  | { code: 'domain-gone' }
  | { code: 'not-readable'; scheduler: string }
  /** With what the host, or the way to it, had to say. */
  | { code: 'unreachable'; said: string }
  /** null: it accepted the command but kept another value. */
  | { code: 'refused'; said: string | null }
  /** By somebody who did so after this value was written. */
  | { code: 'changed-by-someone-else'; writtenBy: 'application' | 'roll-back'; written: Value }

export type NotUndone = NotUndoneOf<LeverKind>

/** A value that is about to be written. */
export interface SettingOf<K extends LeverKind> extends Subject<K> {
  command: string
  to: LeverValues[K]
}

/** A value that was read back. */
export interface ReadingBackOf<K extends LeverKind> extends Subject<K> {
  wanted: LeverValues[K]
  found: LeverValues[K]
  matches: boolean
}

/** What a step records. `setting` and `restoring` are persisted before the command is sent. */
export type StepEvent =
  | { kind: 'started'; planHash: string; changes: Change[] }
  | { kind: 'rechecked'; drift: ApplicationDrift[] }
  | ({ kind: 'setting' } & SettingOf<LeverKind>)
  | ({ kind: 'read-back' } & ReadingBackOf<LeverKind>)
  | { kind: 'rolling-back'; reason: StopReason }
  | { kind: 'contact-lost'; message: string }
  | { kind: 'reconnected' }
  | ({ kind: 'restoring' } & SettingOf<LeverKind>)
  | ({ kind: 'restored' } & ReadingBackOf<LeverKind>)
  | { kind: 'not-undone'; problem: NotUndone }
  | { kind: 'finished'; outcome: ApplicationOutcome; hostTouched: boolean }

export type ApplicationStep = { sequence: number; at: string } & StepEvent

/**
 * - `verified`: every change read back as planned
 * - `rolled-back`: every changed domain read back with its recorded values; those that are gone from
 *   the host, with which nothing is left to do, are in `notUndone`
 * - `failed`: nothing was changed (`hostTouched` false), or `notUndone` says what is not as it was,
 *   be it that it could not be put back or that somebody else set it meanwhile
 */
export type ApplicationOutcome = 'verified' | 'rolled-back' | 'failed'

export interface ApplicationResult {
  outcome: ApplicationOutcome
  /** Whether a command that sets anything was sent. */
  hostTouched: boolean
  /** Why it is not verified; null where it is. */
  reason: StopReason | null
  drift: ApplicationDrift[]
  notUndone: NotUndone[]
  /** Steps whose recording failed while rolling back: the host came first. */
  unrecordedSteps: number
}

/** What is kept of an applied change, enough to undo it. */
export type RecordedOf<K extends LeverKind> = Pick<
  ChangeOf<K>,
  'lever' | 'uuid' | 'name' | 'before' | 'after'
>
export type RecordedChange = { [K in LeverKind]: RecordedOf<K> }[LeverKind]

export interface ApplicationHooks {
  /** Awaited before the next action, so that each step is persisted first. */
  onStep(step: ApplicationStep): Promise<void>
  /** Opens a new connection to the same, pinned host. */
  reconnect(): Promise<RemoteShell>
  /** Stops between two commands, and rolls back what was set. A roll-back is not stopped. */
  signal?: AbortSignal
  now?: () => Date
  /** How often and how patiently contact is sought for a roll-back; default 6 times, 2 s apart. */
  reconnectAttempts?: number
  reconnectDelayMs?: number
}
