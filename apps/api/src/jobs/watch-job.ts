import type { Job } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { notFound } from '../errors.ts'
import { JOB_CHANNEL, type Listener } from '../queue/listener.ts'
import { onEachChange } from '../queue/on-each-change.ts'
import { serialiseJob } from './serialise-job.ts'

export const endedStates: readonly string[] = ['succeeded', 'failed', 'cancelled']

/**
 * Calls `onState` with the job as it is now and after each change, until it has ended. Changes
 * during a read are reported as one, because only the latest state matters.
 * @throws AppError `not-found`
 */
export async function watchJob(
  { db, listener }: { db: Db; listener: Listener },
  jobId: string,
  signal: AbortSignal,
  onState: (job: Job) => void,
): Promise<void> {
  await onEachChange(listener, { channel: JOB_CHANNEL, id: jobId, signal }, async () => {
    const row = await db.job.findUnique({ where: { id: jobId } })
    if (!row) throw notFound('job')
    onState(serialiseJob(row))
    return endedStates.includes(row.state) ? 'over' : 'goes on'
  })
}
