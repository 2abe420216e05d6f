import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { endedStates } from '../jobs/watch-job.ts'
import { JOB_CHANNEL } from '../queue/listener.ts'

/** Waits until the job has ended, or until `isReached` returns true for its state. */
export async function waitForJob(
  { db, listener }: Pick<Deps, 'db' | 'listener'>,
  jobId: string,
  isReached: (job: JobModel) => boolean = (job) => endedStates.includes(job.state),
): Promise<JobModel> {
  for (;;) {
    let unsubscribe = () => {}
    const changed = new Promise<void>((resolve) => {
      unsubscribe = listener.subscribe(JOB_CHANNEL, jobId, resolve)
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
