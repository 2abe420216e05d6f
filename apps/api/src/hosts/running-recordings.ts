import type { JobKind } from '@steelyard/contract'
import type { Db, Tx } from '../db.ts'
import { conflict } from '../errors.ts'
import { unfinished } from '../queue/job-row.ts'

/** The longest recording of a host, and with it of its guests' logs. */
export const LONGEST_RECORDING_SECONDS = 3600

const RECORD_HOST: JobKind = 'record-host'

export interface RunningRecording {
  hostId: string
  uploadId: string
  jobId: string
}

/** The recordings in progress, at most one per host. */
export async function runningRecordings(
  db: Db | Tx,
  hostIds: string[],
): Promise<RunningRecording[]> {
  const uploads = await db.upload.findMany({
    where: { hostId: { in: hostIds }, job: { kind: RECORD_HOST, ...unfinished } },
    select: { id: true, hostId: true, jobId: true },
  })
  return uploads.map(({ id, hostId, jobId }) => ({
    hostId: hostId!,
    uploadId: id,
    jobId: jobId!,
  }))
}

/** @throws AppError `host-recording` */
export async function refuseWhileRecording(tx: Tx, hostId: string): Promise<void> {
  const running = await runningRecordings(tx, [hostId])
  if (running.length > 0)
    throw conflict('host-recording', 'This host is being recorded. Wait, or cancel the recording.')
}
