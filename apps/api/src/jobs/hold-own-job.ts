import type { Tx } from '../db.ts'
import type { JobContext } from './handle-job.ts'

/**
 * Must come before the first write of the transaction in which a job stores its results. From here
 * to the commit the job can be neither cancelled nor taken over; if either has already happened,
 * nothing is stored. Where another request locks a row before it stops the job, the job locks that
 * row before this one.
 */
export async function holdOwnJob(
  tx: Tx,
  { jobId, attempt }: Pick<JobContext<unknown>, 'jobId' | 'attempt'>,
): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Job"
     WHERE "id" = ${jobId}::uuid AND "attempts" = ${attempt}
       AND "state" = 'running' AND "cancelRequestedAt" IS NULL
       FOR UPDATE`
  if (rows.length === 0)
    throw new Error('the job was cancelled or taken over before it could store')
}

/**
 * Does the same for records of how a job left things, which must be stored even if the job was
 * cancelled. A process that was taken for dead and replaced stores nothing.
 */
export async function requireOwnJob(
  tx: Tx,
  { jobId, attempt }: Pick<JobContext<unknown>, 'jobId' | 'attempt'>,
): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Job" WHERE "id" = ${jobId}::uuid AND "attempts" = ${attempt}
       AND "state" = 'running' FOR UPDATE`
  if (rows.length === 0) throw new Error('another process has taken this job over')
}
