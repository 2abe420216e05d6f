import { systemActor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { unfinished } from '../queue/job-row.ts'
import { holdUpload } from './hold-upload.ts'
import { uploadState } from './upload-row.ts'

const HOUR_MS = 3600 * 1000
/** An upload that has received no byte for this long is given up. */
const ABANDONED_MS = 7 * 24 * HOUR_MS
/** A file of which no byte has come for this long is given up alone: it keeps room reserved. */
const UNSENT_MS = HOUR_MS
/** The age at which bytes without a row, left by an interrupted operation, are removed. */
const ORPHAN_MS = 24 * HOUR_MS
/** Files that are looked for in the database at once. */
const MOST_AT_ONCE = 1000

/**
 * Removes files that were never sent, abandoned uploads, bytes that belong to nothing, and parts of
 * jobs that ended without them.
 */
export async function cleanUploads(deps: Deps, now = new Date()): Promise<void> {
  await removeUnsent(deps, now.getTime() - UNSENT_MS)
  await removeAbandoned(deps, now.getTime() - ABANDONED_MS)
  await removeOrphans(deps, now.getTime() - ORPHAN_MS)
  await deps.db.job.deleteMany({ where: { whole: { NOT: unfinished } } })
}

async function removeUnsent(deps: Deps, beforeMs: number): Promise<void> {
  const where = {
    state: 'receiving',
    receivedBytes: 0,
    // The files of a recording start without a size.
    sizeBytes: { gt: 0 },
    createdAt: { lt: new Date(beforeMs) },
  }
  for (const file of await deps.db.uploadFile.findMany({ where, include: { upload: true } })) {
    const { id, name, upload } = file
    const expired = await deps.db.$transaction(async (tx) => {
      const { count } = await tx.uploadFile.deleteMany({ where: { ...where, id } })
      if (count === 0) return false
      await audit(tx, systemActor('worker'), {
        action: 'upload.expire-file',
        target: { kind: 'upload', id: upload.id, name: upload.name },
        detail: { file: name, bytes: Number(file.sizeBytes) },
      })
      return true
    })
    if (expired) await deps.files.remove([id])
  }
}

async function removeAbandoned(deps: Deps, beforeMs: number): Promise<void> {
  const candidates = await deps.db.upload.findMany({
    where: { state: 'receiving', createdAt: { lt: new Date(beforeMs) } },
    include: { files: true },
  })
  for (const { id, files } of candidates) {
    if (files.some(({ writtenAt }) => writtenAt.getTime() >= beforeMs)) continue
    await deps.db.$transaction(async (tx) => {
      const upload = await holdUpload(tx, id)
      if (uploadState(upload) !== 'receiving') return
      await tx.upload.delete({ where: { id } })
      const target = { kind: 'upload', id, name: upload.name }
      await audit(tx, systemActor('worker'), { action: 'upload.expire', target })
    })
  }
}

async function removeOrphans({ files, db }: Deps, beforeMs: number): Promise<void> {
  let ids: string[] = []
  for await (const { id, writtenAt } of files.list()) {
    if (writtenAt.getTime() >= beforeMs) continue
    if (ids.push(id) < MOST_AT_ONCE) continue
    await files.remove(await unnamed(db, ids))
    ids = []
  }
  await files.remove(await unnamed(db, ids))
}

/** Those of the ids that no row has. */
async function unnamed(db: Deps['db'], ids: readonly string[]): Promise<string[]> {
  const named = { where: { id: { in: [...ids] } }, select: { id: true } }
  const rows = [await db.uploadFile.findMany(named), await db.coldWindows.findMany(named)]
  const known = new Set(rows.flat().map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
