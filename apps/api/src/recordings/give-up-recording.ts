import type { Trouble } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { TracingEnd } from '@steelyard/xen'
import { AppError, toTrouble } from '../errors.ts'
import { hostTrouble } from '../hosts/connection/host-trouble.ts'
import { requireOwnJob } from '../jobs/hold-own-job.ts'
import { RECORDING_CANCELLED, type UploadWithSources } from '../uploads/upload-row.ts'
import type { RecordHostContext } from './record-host.kind.ts'
import { RECORDING_INTERRUPTED, refuseRecording } from './settle-recording.ts'

export function interrupted(tracing: TracingEnd | null): AppError {
  const { message, code, fix } = RECORDING_INTERRUPTED
  const left = tracing?.problem ? ` ${words.recordings.tracingLeftOn(tracing.problem)}` : ''
  return new AppError('unprocessable', `${message}${left}`, { code, trouble: { fix } })
}

/** @returns the error to end the job with, which the upload shows too */
export async function giveUpRecording(
  job: RecordHostContext,
  { id }: UploadWithSources,
  error: unknown,
  tracing: TracingEnd | null,
): Promise<unknown> {
  const { deps, signal } = job
  const reason = signal.aborted ? interrupted(tracing) : hostTrouble(error)
  if (!(reason instanceof AppError)) deps.log.error({ err: error }, 'a recording failed')
  const fileIds = await deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    const { cancelRequestedAt } = await tx.job.findUniqueOrThrow({ where: { id: job.jobId } })
    const trouble = cancelRequestedAt ? RECORDING_CANCELLED : toTrouble(reason)
    return refuseRecording(tx, id, withTracing(trouble, tracing))
  })
  await deps.files.remove(fileIds)
  // An AppError, because nothing is left from which a retry could continue.
  return reason instanceof AppError
    ? reason
    : new AppError('internal', 'The recording failed.', { cause: error })
}

function withTracing(trouble: Trouble, tracing: TracingEnd | null): Trouble {
  if (!tracing?.problem) return trouble
  const said = words.recordings.tracingLeftOn(tracing.problem)
  return trouble.message.includes(said)
    ? trouble
    : { ...trouble, message: `${trouble.message} ${said}` }
}
