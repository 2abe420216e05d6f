import type { JobState } from '@steelyard/contract'
import type { JobModel } from '../generated/prisma/models.ts'

/**
 * The state of a row that a job works for and that keeps the job's result. With a result it has
 * succeeded, whatever becomes of the job; until then the job is the truth: it may be cancelled in
 * the queue or lose its process without having run one line of ours.
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
