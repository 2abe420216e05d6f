import type { JobState } from '@steelyard/contract'
import type { JobModel } from '../generated/prisma/models.ts'

/**
 * The state of a row that stores the result of a job. With a result it has succeeded, whatever
 * becomes of the job. Until then the job decides: it may be cancelled in the queue or lose its
 * process before any of our code runs.
 */
export function stateOfWork({
  result,
  job,
}: {
  result: unknown
  job: Pick<JobModel, 'state'> | null
}): JobState {
  if (result !== null) return 'succeeded'
  return (job?.state ?? 'queued') as JobState
}
