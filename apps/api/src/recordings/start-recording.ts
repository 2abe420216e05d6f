import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { refuseUnconnected } from '../hosts/connection/refuse-unconnected.ts'
import { type HostRow, lockHost } from '../hosts/host-row.ts'
import { refuseWhileRecording } from '../hosts/running-recordings.ts'
import { requireRoom } from '../uploads/room/require-room.ts'
import { loadUpload, type UploadWithSources } from '../uploads/upload-row.ts'
import { recordHostKind } from './record-host.kind.ts'

export interface RecordingWish {
  name?: string | undefined
  seconds: number
  intervalSeconds: number
  trace: boolean
  guestLogs: boolean
}

/** The length of a line of `xentop -b -f`, with room for long names. */
const XENTOP_LINE_BYTES = 250

/**
 * Creates an upload that the agent fills by recording the host from now on for the time asked for.
 * @throws AppError `host-not-found`, `not-connected`, `host-recording`, `no-space-left`
 */
export async function startRecording(
  deps: Deps,
  actor: Actor,
  hostId: string,
  { name, ...wish }: RecordingWish,
): Promise<{ upload: UploadWithSources; job: JobModel }> {
  if (wish.intervalSeconds * 2 > wish.seconds) {
    throw invalid('body.intervalSeconds', 'a recording needs at least two samples')
  }
  return deps.db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    refuseUnconnected(host)
    await refuseWhileRecording(tx, hostId)
    await requireRoom(deps, tx, leastBytes(host, wish))
    const { id } = await tx.upload.create({
      data: {
        name: name ?? `Recording of ${host.name}, ${now()}`.slice(-120),
        hostId,
        createdById: actor.principal.userId,
      },
    })
    const job = await deps.queue.enqueue(
      tx,
      recordHostKind,
      { uploadId: id, ...wish },
      { subject: { kind: 'upload', id }, createdById: actor.principal.userId },
    )
    await tx.upload.update({ where: { id }, data: { jobId: job.id } })
    const target = { kind: 'host', id: hostId, name: host.name }
    await audit(tx, actor, {
      action: 'host.record',
      target,
      detail: { uploadId: id, ...wish },
    })
    const upload = await loadUpload(tx, id)
    return { upload, job: upload.job! }
  })
}

const now = () => new Date().toISOString().slice(0, 16).replace('T', ' ')

/** The bytes that xentop alone will print: a recording that cannot fit is refused at the start. */
function leastBytes({ domains }: HostRow, { seconds, intervalSeconds }: RecordingWish): number {
  const rows = domains.filter(({ goneAt }) => goneAt === null).length + 1
  return rows * XENTOP_LINE_BYTES * Math.ceil(seconds / intervalSeconds)
}
