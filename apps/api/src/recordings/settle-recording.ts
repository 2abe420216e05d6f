import type { Trouble } from '@steelyard/contract'
import { systemActor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { holdUpload } from '../uploads/hold-upload.ts'
import { isBeingRecorded, RECORDING_CANCELLED } from '../uploads/upload-row.ts'
import { recordHostKind } from './record-host.kind.ts'

export const RECORDING_INTERRUPTED: Trouble = {
  code: 'interrupted',
  message: 'The agent was stopped during the recording. Nothing was kept.',
  fix: 'Record the host again.',
}

/**
 * Ends a failed recording: no partial file is kept, and the upload shows what happened.
 * @returns ids of the files whose bytes are to be removed after the commit
 */
export async function refuseRecording(tx: Tx, id: string, trouble: Trouble): Promise<string[]> {
  const upload = await holdUpload(tx, id)
  if (!isBeingRecorded(upload)) return []
  await tx.uploadFile.deleteMany({ where: { uploadId: id } })
  await tx.upload.update({ where: { id }, data: { state: 'refused', problem: trouble } })
  const { code, message } = trouble
  await audit(tx, systemActor('agent'), {
    action: 'recording.finish',
    target: { kind: 'upload', id, name: upload.name },
    outcome: 'failed',
    detail: { code, message },
  })
  return upload.files.map((file) => file.id)
}

/** Settles recordings whose job was cancelled in the queue or lost with its agent. */
export async function settleLostRecordings(deps: Deps): Promise<void> {
  const lost = await deps.db.upload.findMany({
    where: {
      state: 'receiving',
      job: { kind: recordHostKind.kind, state: { in: ['failed', 'cancelled'] } },
    },
    select: { id: true, job: true },
  })
  for (const { id, job } of lost) {
    const trouble =
      job?.state === 'cancelled'
        ? RECORDING_CANCELLED
        : ((job?.error as Trouble | null) ?? RECORDING_INTERRUPTED)
    const fileIds = await deps.db.$transaction((tx) => refuseRecording(tx, id, trouble))
    await deps.files.remove(fileIds)
  }
}
