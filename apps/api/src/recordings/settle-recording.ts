import type { Trouble } from '@steelyard/contract'
import { systemActor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { holdUpload } from '../uploads/hold-upload.ts'
import { removeStoredFiles } from '../uploads/stored-file.ts'
import { RECORDING_CANCELLED } from '../uploads/upload-row.ts'

export const RECORDING_INTERRUPTED: Trouble = {
  code: 'interrupted',
  message: 'The agent was stopped in the middle of the recording. Nothing of it was kept.',
  fix: 'Record the host again.',
}

/**
 * A recording that came to nothing: nothing half-done is kept, and the upload says what happened.
 * @returns whose bytes are to be removed after the commit
 */
export async function refuseRecording(tx: Tx, id: string, trouble: Trouble): Promise<string[]> {
  const { name, files, state } = await holdUpload(tx, id)
  if (state !== 'recording') return []
  await tx.uploadFile.deleteMany({ where: { uploadId: id } })
  await tx.upload.update({ where: { id }, data: { state: 'refused', problem: trouble } })
  const { code, message } = trouble
  await audit(tx, systemActor('agent'), {
    action: 'recording.finish',
    target: { kind: 'upload', id, name },
    outcome: 'failed',
    detail: { code, message },
  })
  return files.map((file) => file.id)
}

/** Recordings whose job has ended without them: cancelled in the queue, or given up with its agent. */
export async function settleLostRecordings(deps: Deps): Promise<void> {
  const open = await deps.db.upload.findMany({
    where: { state: 'recording' },
    select: { id: true, jobId: true },
  })
  for (const { id, jobId } of open) {
    const fileIds = await deps.db.$transaction(async (tx) => {
      const [job] = await tx.$queryRaw<{ state: string; error: Trouble | null }[]>`
        SELECT "state", "error" FROM "Job" WHERE "id" = ${jobId}::uuid FOR UPDATE`
      if (job?.state === 'cancelled') return refuseRecording(tx, id, RECORDING_CANCELLED)
      if (job && job.state !== 'failed') return []
      return refuseRecording(tx, id, job?.error ?? RECORDING_INTERRUPTED)
    })
    await removeStoredFiles(deps.config, fileIds)
  }
}
