import type { HostErrorCode } from '../host-error.ts'
import type { Drift, PlannedChange, WeightAndCap } from '../plan/weight-plan.ts'
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
  uuid: string
  name: string
  wanted: WeightAndCap
  /** null: not known, or the domain is gone. */
  found: WeightAndCap | null
  code: 'domain-gone' | 'changed-by-someone-else' | 'refused' | 'not-readable' | 'unreachable'
  message: string
}

/** What a step records. `setting` and `restoring` are persisted before the command is sent. */
export type StepEvent =
  | { kind: 'started'; planHash: string; changes: PlannedChange[] }
  | { kind: 'rechecked'; drift: Drift[] }
  | { kind: 'setting'; uuid: string; name: string; command: string; to: WeightAndCap }
  | {
      kind: 'read-back'
      uuid: string
      name: string
      wanted: WeightAndCap
      found: WeightAndCap
      matches: boolean
    }
  | { kind: 'rolling-back'; reason: StopReason }
  | { kind: 'contact-lost'; message: string }
  | { kind: 'reconnected' }
  | { kind: 'restoring'; uuid: string; name: string; command: string; to: WeightAndCap }
  | {
      kind: 'restored'
      uuid: string
      name: string
      wanted: WeightAndCap
      found: WeightAndCap
      matches: boolean
    }
  | { kind: 'not-undone'; problem: NotUndone }
  | { kind: 'finished'; outcome: ApplicationOutcome; hostTouched: boolean }

export type ApplicationStep = { sequence: number; at: string } & StepEvent

/**
 * - `verified`: every change read back as planned
 * - `rolled-back`: every changed domain read back with its recorded values
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
export type RecordedChange = Pick<PlannedChange, 'uuid' | 'name' | 'before' | 'after'>

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
