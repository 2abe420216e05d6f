import type { Db, Prisma, Tx } from '../db.ts'
import { JOB_CHANNEL } from './listener.ts'

/** Wakes every subscriber of the job at commit. */
export async function notifyJob(tx: Tx | Db, jobId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${JOB_CHANNEL}, ${jobId})`
}

/**
 * Changes a running job's row as long as this attempt still owns it.
 * @returns false if the job has ended or another process has taken it over
 */
export async function changeOwnJob(
  db: Db,
  own: { jobId: string; attempt: number },
  data: Prisma.JobUpdateManyMutationInput,
  more?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.job.updateMany({
      where: { id: own.jobId, attempts: own.attempt, state: 'running' },
      data,
    })
    if (count === 0) return false
    await more?.(tx)
    await notifyJob(tx, own.jobId)
    return true
  })
}

/** For a `where`: jobs that are queued or running. */
export const unfinished = { state: { in: ['queued', 'running'] } } satisfies Prisma.JobWhereInput

export function isUnfinished(job: { state: string } | null): boolean {
  return job !== null && unfinished.state.in.includes(job.state)
}
