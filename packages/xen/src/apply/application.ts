import type { HostErrorCode } from '../host-error.ts'
import type { Drift, Lever, LeverValue, PlannedChange } from '../plan/weight-plan.ts'
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

export interface NotUndone {
  lever?: Lever
  uuid: string
  name: string
  wanted: LeverValue
  /** null: not known, or the domain is gone. */
  found: LeverValue | null
  code: 'domain-gone' | 'changed-by-someone-else' | 'refused' | 'not-readable' | 'unreachable'
  message: string
}

/** What a step is about. */
interface Subject {
  /** Absent in steps from before there was any other: weight and cap. */
  lever?: Lever
  uuid: string
  name: string
}

/** What a step records. `setting` and `restoring` are persisted before the command is sent. */
export type StepEvent =
  | { kind: 'started'; planHash: string; changes: PlannedChange[] }
  | { kind: 'rechecked'; drift: Drift[] }
  | ({ kind: 'setting'; command: string; to: LeverValue } & Subject)
  | ({ kind: 'read-back'; wanted: LeverValue; found: LeverValue; matches: boolean } & Subject)
  | { kind: 'rolling-back'; reason: StopReason }
  | { kind: 'contact-lost'; message: string }
  | { kind: 'reconnected' }
  | ({ kind: 'restoring'; command: string; to: LeverValue } & Subject)
  | ({ kind: 'restored'; wanted: LeverValue; found: LeverValue; matches: boolean } & Subject)
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
  drift: Drift[]
  notUndone: NotUndone[]
  /** Steps whose recording failed while rolling back: the host came first. */
  unrecordedSteps: number
}

/** What is kept of an applied change, enough to undo it. */
export type RecordedChange = Recorded<PlannedChange>

type Recorded<Change extends PlannedChange> = Change extends PlannedChange
  ? Pick<Change, 'kind' | 'uuid' | 'name' | 'before' | 'after'>
  : never

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
