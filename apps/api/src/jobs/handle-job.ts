import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { JobKind } from '../queue/job-kind.ts'
import type { JobProgress } from './progress.ts'

export interface JobContext<Payload> {
  jobId: string
  payload: Payload
  /** Starts at 1. Above 1 an earlier attempt was cut off at any point; the handler must cope. */
  attempt: number
  /** Aborted on cancel, on shutdown, and when another process has taken the job over. */
  signal: AbortSignal
  /** Cheap to call often: at most four writes a second reach the database. What is left out is null. */
  progress(progress: Pick<JobProgress, 'stage'> & Partial<JobProgress>): void
  deps: Deps
}

/** Returns the content of `job.result`. An `AppError` fails the job; other errors cause a retry. */
type JobHandler<Payload> = (
  context: JobContext<Payload>,
) => Promise<Record<string, unknown> | undefined>

export interface JobRegistration {
  kind: JobKind
  handler: JobHandler<never>
}

/** Ties a handler to its kind; `worker-jobs.ts` and `agent-jobs.ts` list all of them. */
export function handleJob<Payload extends z.ZodType>(
  kind: JobKind<Payload>,
  handler: JobHandler<z.output<Payload>>,
): JobRegistration {
  return { kind, handler }
}
