import type { Job, JobKind, JobProgress, JobState, Trouble } from '@steelyard/contract'
import type { JobModel } from '../generated/prisma/models.ts'
import type { JobSubject } from '../queue/job-queue.ts'

/** Where the client of a request that started a job follows it. */
export const jobLocation = ({ job }: { job: Job }) => `/jobs/${job.id}`

export function serialiseJob(row: JobModel): Job {
  return {
    id: row.id,
    kind: row.kind as JobKind,
    state: row.state as JobState,
    progress: row.progress as JobProgress | null,
    subject:
      row.subjectKind && row.subjectId
        ? { kind: row.subjectKind as JobSubject['kind'], id: row.subjectId }
        : null,
    error: row.error as Trouble | null,
    attempts: row.attempts,
    cancelRequested: row.cancelRequestedAt !== null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
