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

/** The change that a step, or an entry of `notUndone`, refers to. */
export interface Subject<K extends LeverKind = LeverKind> {
  lever: K
  uuid: string
  name: string
}

/** Why something that was changed does not have its recorded value. */
export type NotUndoneOf<K extends LeverKind> = Subject<K> & {
  wanted: LeverValues[K]
  /** Null when it is unknown, or when the domain is gone. */
  found: LeverValues[K] | null
} & NotUndoneCause<LeverValues[K]>

export type NotUndoneCause<Value> =
  | { code: 'domain-gone' }
  | { code: 'not-readable'; scheduler: string }
  /** `said` is the message of the host or of the connection. */
  | { code: 'unreachable'; said: string }
  /** `said` is null when the host accepted the command but kept another value. */
  | { code: 'refused'; said: string | null }
  /** Someone else changed it after this value was written. */
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

/** The content of a step. `setting` and `restoring` are persisted before the command is sent. */
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
 * - `rolled-back`: every changed domain read back with its recorded values; domains that are gone
 *   from the host, which need nothing more, are in `notUndone`
 * - `failed`: nothing was changed (`hostTouched` false), or `notUndone` lists what differs from
 *   before, either because it could not be restored or because someone else set it meanwhile
 */
type ApplicationOutcome = 'verified' | 'rolled-back' | 'failed'

export interface ApplicationResult {
  outcome: ApplicationOutcome
  /** Whether a command that changes the host was sent. */
  hostTouched: boolean
  /** Why it is not verified. Null when it is. */
  reason: StopReason | null
  drift: ApplicationDrift[]
  notUndone: NotUndone[]
  /**
   * Number of steps that could not be recorded during the roll-back: restoring the host took
   * precedence.
   */
  unrecordedSteps: number
}

/** The part of an applied change that is kept, enough to undo it. */
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
  /**
   * Stops between two commands, and rolls back what was set. A roll-back itself cannot be stopped.
   */
  signal?: AbortSignal
  now?: () => Date
  /**
   * Number of attempts to reconnect for a roll-back (default 6), and the delay between them
   * (default 2 s).
   */
  reconnectAttempts?: number
  reconnectDelayMs?: number
}
