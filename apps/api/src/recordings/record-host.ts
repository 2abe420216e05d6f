import { endTracing, type TracingEnd } from '@steelyard/xen'
import { toTrouble } from '../errors.ts'
import { hostTrouble } from '../hosts/connection/host-trouble.ts'
import { findEnrolledHost, openHostShell } from '../hosts/connection/open-host-shell.ts'
import { handleJob } from '../jobs/handle-job.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { isBeingRecorded, loadUpload, type UploadWithSources } from '../uploads/upload-row.ts'
import { uuidV7 } from '../uuid.ts'
import { chooseGuests } from './choose-guests.ts'
import { finishRecording } from './finish-recording.ts'
import type { GuestToFollow } from './follow-guests.ts'
import { giveUpRecording, interrupted } from './give-up-recording.ts'
import { type RecordHostContext, recordHostKind } from './record-host.kind.ts'
import { RecordingFiles } from './recording-files.ts'
import { runRecording } from './run-recording.ts'

/**
 * Agent: records a host and its guests' logs into an upload, and hands that to the worker. A
 * recording that fails leaves no file behind. A recording that another agent had begun is not
 * continued but cleared away.
 */
export const recordHost = handleJob(recordHostKind, async (job) => {
  const upload = await loadUpload(job.deps.db, job.payload.uploadId)
  if (!isBeingRecorded(upload)) throw interrupted(null)
  let tracing: TracingEnd | null = null
  try {
    if (upload.files.length > 0) {
      tracing = await tidyUpAfterAnother(job, upload)
      throw interrupted(tracing)
    }
    const chosen = await chosenGuests(job, upload)
    const files = await begin(job, upload, chosen.guests)
    const recorded = await runRecording(job, upload, files, chosen.guests, (end) => {
      tracing = end
    })
    return await finishRecording(job, upload, files, recorded, chosen.warnings)
  } catch (error) {
    throw await giveUpRecording(job, upload, error, tracing)
  }
})

/** The agent that recorded before was killed and may have left the hypervisor tracing. */
async function tidyUpAfterAnother(
  { deps, payload, signal }: RecordHostContext,
  { hostId }: UploadWithSources,
): Promise<TracingEnd | null> {
  if (!payload.trace || !hostId) return null
  try {
    const shell = await openHostShell(deps, await findEnrolledHost(deps, hostId), signal)
    return await endTracing(shell).finally(() => shell.close())
  } catch (error) {
    signal.throwIfAborted()
    const { message } = toTrouble(hostTrouble(error))
    return { off: false, maskRestored: false, problem: message }
  }
}

async function chosenGuests({ deps, payload }: RecordHostContext, { hostId }: UploadWithSources) {
  if (!payload.guestLogs) return { guests: [], warnings: [] }
  return chooseGuests(deps.db, hostId!)
}

/** Creates the rows before the bytes, so that a killed agent's files can be found. */
async function begin(
  job: RecordHostContext,
  { id: uploadId }: UploadWithSources,
  guests: readonly GuestToFollow[],
): Promise<RecordingFiles> {
  const names = [
    'recording.json',
    'xentop.txt',
    'xl-before.txt',
    'xl-after.txt',
    ...(job.payload.trace ? ['xentrace.bin'] : []),
    ...guests.map(({ path }) => path),
  ]
  const rows = names.map((name) => ({ id: uuidV7(), uploadId, name, sizeBytes: 0n }))
  await job.deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, job)
    await tx.uploadFile.createMany({ data: rows })
  })
  return RecordingFiles.begin(job.deps, rows)
}
