import type { JobKind as JobKindName } from '@steelyard/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { JobProgress } from './progress.ts'

/** Where a kind of job runs: parsing and solving in a worker, talking to hosts in the agent. */
export type JobRunner = 'worker' | 'agent'

/**
 * What the API needs to enqueue. Kept apart from the handler, so that the API process never loads
 * the code that does the work.
 */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  kind: JobKindName
  runner: JobRunner
  /** Takes minutes by nature: it waits in a queue of its own, so that it never holds up the others. */
  long?: boolean
  /** Decides what a host is left with: it has a queue and places of its own, which no other job takes. */
  urgent?: boolean
  payload: Payload
  /** How often the job may be started before a killed or crashing process fails it for good. */
  maxAttempts: number
}

export interface JobContext<Payload> {
  jobId: string
  payload: Payload
  /** 1 at first. More than 1: an earlier attempt was cut off anywhere; the handler must cope. */
  attempt: number
  /** Aborted on cancel, on shutdown, and when another process has taken the job over. */
  signal: AbortSignal
  /** Cheap to call often: at most four writes a second reach the database. */
  progress(progress: JobProgress): void
  deps: Deps
}

/** Returns what `job.result` shows. An `AppError` fails the job; any other error is tried again. */
export type JobHandler<Payload> = (
  context: JobContext<Payload>,
) => Promise<Record<string, unknown> | undefined>

export interface JobRegistration {
  kind: JobKind
  handler: JobHandler<never>
}

export function defineJobKind<Payload extends z.ZodType>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind
}

/** Ties a handler to its kind; the list of all of them is `jobs/registry.ts`. */
export function handleJob<Payload extends z.ZodType>(
  kind: JobKind<Payload>,
  handler: JobHandler<z.output<Payload>>,
): JobRegistration {
  return { kind, handler }
}
