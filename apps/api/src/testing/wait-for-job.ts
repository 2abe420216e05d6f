import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { endedStates } from '../jobs/watch-job.ts'

/** Waits until the job has ended, or until `isReached` returns true for its state. */
export async function waitForJob(
  { db, jobListener }: Pick<Deps, 'db' | 'jobListener'>,
  jobId: string,
  isReached: (job: JobModel) => boolean = (job) => endedStates.includes(job.state),
): Promise<JobModel> {
  for (;;) {
    let unsubscribe = () => {}
    const changed = new Promise<void>((resolve) => {
      unsubscribe = jobListener.subscribe(jobId, resolve)
    })
    try {
      const job = await db.job.findUniqueOrThrow({ where: { id: jobId } })
      if (isReached(job)) return job
      await changed
    } finally {
      unsubscribe()
    }
  }
}
