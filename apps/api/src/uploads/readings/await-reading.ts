import { setTimeout as sleep } from 'node:timers/promises'
import type { JobContext } from '../../jobs/handle-job.ts'
import type { JobProgress } from '../../jobs/progress.ts'
import { unfinished } from '../../queue/job-row.ts'
import { readUploadKind } from './read-upload.kind.ts'

const LOOK_EVERY_MS = 100

/**
 * Waits while these uploads are being read, because reading them a second time takes longer. How far
 * the reading is shows as progress of the job that waits.
 */
export async function awaitReading(
  { deps, signal, progress }: Pick<JobContext<unknown>, 'deps' | 'signal' | 'progress'>,
  uploadIds: readonly string[],
): Promise<void> {
  const where = {
    kind: readUploadKind.kind,
    subjectKind: 'upload',
    subjectId: { in: [...uploadIds] },
    ...unfinished,
  }
  for (;;) {
    const jobs = await deps.db.job.findMany({ where, select: { progress: true } })
    if (jobs.length === 0) return
    const seen = jobs.map((job) => job.progress as JobProgress | null).find((each) => each !== null)
    if (seen) progress(seen)
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}
