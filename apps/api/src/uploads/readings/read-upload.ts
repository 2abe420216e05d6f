import type { Tx } from '../../db.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { holdOwnJob } from '../../jobs/hold-own-job.ts'
import { holdUpload } from '../hold-upload.ts'
import {
  keyOfSources,
  type ObservedSources,
  observeSources,
} from '../observations/observe-sources.ts'
import { storeObservations } from '../observations/stored-observations.ts'
import { loadUpload, type UploadWithSources } from '../upload-row.ts'
import { readUploadKind } from './read-upload.kind.ts'
import { sourcesToRead } from './sources-to-read.ts'

/** Reads every source of an upload once and stores the observations for later analyses. */
export const readUpload = handleJob(readUploadKind, async (context) => {
  const { deps, payload } = context
  const upload = await loadUpload(deps.db, payload.uploadId)
  const observed = await observeSources(context, sourcesToRead(upload))
  await deps.db.$transaction(
    async (tx) => {
      // The upload comes first, as it does for an answer that stops this job; else both would wait.
      const held = await holdUpload(tx, payload.uploadId)
      await holdOwnJob(tx, context)
      await store(tx, held, observed)
    },
    { timeout: 300_000 },
  )
  return { windows: observed.known.observations.length }
})

/** Answers may have changed meanwhile; what was read with the old ones is then dropped. */
async function store(
  tx: Tx,
  upload: UploadWithSources,
  { key, known, fresh }: ObservedSources,
): Promise<void> {
  const { id } = upload
  if (keyOfSources(sourcesToRead(upload)) !== key) return
  const setId = await storeObservations(tx, key, known, [id])
  for (const [sourceId, report] of fresh?.reports ?? []) {
    await tx.source.update({ where: { id: sourceId }, data: { report } })
  }
  // Sets that were read with earlier answers, and that no analysis and no other upload shares.
  await tx.observationSet.deleteMany({
    where: {
      id: { not: setId },
      uploads: { some: { id }, every: { id } },
      analyses: { none: {} },
    },
  })
}
