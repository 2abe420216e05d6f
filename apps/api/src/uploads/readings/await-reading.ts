import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db.ts'
import { unfinished } from '../../queue/job-row.ts'
import { readUploadKind } from './read-upload.kind.ts'

const LOOK_EVERY_MS = 100

/** Waits while these uploads are being read, because reading them a second time takes longer. */
export async function awaitReading(
  db: Db,
  uploadIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const where = {
    kind: readUploadKind.kind,
    subjectKind: 'upload',
    subjectId: { in: [...uploadIds] },
    ...unfinished,
  }
  while ((await db.job.count({ where })) > 0) await sleep(LOOK_EVERY_MS, undefined, { signal })
}
