import { deserialize, serialize } from 'node:v8'
import type { SourceSpec } from '@steelyard/traces'
import { handleJob } from '../../../jobs/handle-job.ts'
import { holdOwnJob } from '../../../jobs/hold-own-job.ts'
import { asUploaded } from '../../stored-file.ts'
import { type LogsRead, ObservationReader } from '../observation-reader.ts'
import { readPartKind } from './read-part.kind.ts'

/** As often as the job that waits looks. */
const REPORT_EVERY_MS = 1000

/** Reads a part of the logs and leaves what it found for the job that put it together. */
export const readPart = handleJob(readPartKind, async (context) => {
  const { deps, payload, signal } = context
  const { sources, bytes: within, ...options } = payload
  let reportedAt = Number.NEGATIVE_INFINITY
  const reader = new ObservationReader(options, {
    signal,
    onProgress: ({ bytes, lines, rejected }) => {
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return
      reportedAt = performance.now()
      // The message is for the job that waits for this one, and for nobody else.
      const message = `${lines} ${rejected}`
      context.progress({ stage: 'Reading', done: bytes, unit: 'bytes', message })
    },
  })
  for (const id of new Set(sources.map(({ fileId }) => fileId))) {
    const file = await deps.db.uploadFile.findUniqueOrThrow({ where: { id } })
    const its = sources.filter(({ fileId }) => fileId === id)
    const toRead = its.map((source) => ({ ...source, spec: source.spec as object as SourceSpec }))
    await reader.read(asUploaded(deps.files, file), toRead, within)
  }
  const found = new Uint8Array(serialize(reader.take()))
  await deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, context)
    await tx.job.update({ where: { id: context.jobId }, data: { found } })
  })
  return {}
})

/** What `readPart` left. */
export function logsIn(found: Uint8Array): LogsRead {
  return deserialize(found)
}
