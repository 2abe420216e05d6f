import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { JobKind } from '../queue/job-kind.ts'
import type { JobProgress } from './progress.ts'

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

/** Ties a handler to its kind; the list of all of them is `job-registry.ts`. */
export function handleJob<Payload extends z.ZodType>(
  kind: JobKind<Payload>,
  handler: JobHandler<z.output<Payload>>,
): JobRegistration {
  return { kind, handler }
}
