import { words } from '@steelyard/words'
import { systemActor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handToWorker } from '../uploads/start-inspection.ts'
import type { UploadWithSources } from '../uploads/upload-row.ts'
import { end, settleGuests } from './follow-guests.ts'
import type { RecordHostContext } from './record-host.kind.ts'
import type { RecordingFiles } from './recording-files.ts'
import { recordingJson } from './recording-json.ts'
import type { RecordingOutcome } from './run-recording.ts'
import { weightChangesOf } from './weight-changes.ts'

/** Finishes a recording and hands its files to the worker, like those of every upload. */
export async function finishRecording(
  job: RecordHostContext,
  upload: UploadWithSources,
  files: RecordingFiles,
  { facts, guests }: RecordingOutcome,
  leftOut: readonly string[],
) {
  const { deps } = job
  const { id, name, hostId, createdById } = upload
  if (facts.trace && !facts.trace.recorded) files.drop('xentrace.bin')
  const { hostMinusOursSeconds } = facts.clock
  const { changes, undated } = await weightChangesOf(deps.db, hostId!, facts)
  const { logs, warnings: ofGuests } = await settleGuests(deps, guests, hostMinusOursSeconds)
  const warnings = [...words.recordings.warnings(facts, undated), ...leftOut, ...ofGuests]
  await end(files.open('recording.json'), recordingJson(name, facts, changes, logs))
  const written = new Map(files.written.map((file) => [file.id, file.bytes]))
  await deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, job)
    for (const [fileId, bytes] of written) {
      const size = BigInt(bytes)
      await tx.uploadFile.update({
        where: { id: fileId },
        data: { sizeBytes: size, receivedBytes: size, state: 'complete' },
      })
    }
    await tx.uploadFile.deleteMany({ where: { uploadId: id, id: { notIn: [...written.keys()] } } })
    await tx.upload.update({ where: { id }, data: { warnings } })
    await handToWorker(deps, tx, id, createdById)
    await audit(tx, systemActor('agent'), {
      action: 'recording.finish',
      target: { kind: 'upload', id, name },
      detail: { seconds: facts.recordedSeconds, bytes: files.bytes, warnings },
    })
  })
  const unwritten = files.ids.filter((fileId) => !written.has(fileId))
  await deps.files.remove(unwritten)
  return { uploadId: id, bytes: files.bytes }
}
