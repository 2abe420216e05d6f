import { originOf } from '@steelyard/analysis'
import type { Recording } from '@steelyard/traces'
import type { SourceModel, UploadFileModel } from '../../generated/prisma/models.ts'
import type { JobContext } from '../../jobs/handle-job.ts'
import { sourceSpec } from '../stored-source.ts'
import { observationKey } from './observation-key.ts'
import { type ReadResult, readObservations } from './read-observations.ts'
import {
  findObservationSet,
  type KnownObservations,
  loadObservations,
} from './stored-observations.ts'

export interface SourcesToObserve {
  files: UploadFileModel[]
  sources: SourceModel[]
  recordings: Recording[]
  options: { windowSeconds: number }
}

export interface ObservedSources {
  key: string
  known: KnownObservations
  /** The result of reading the sources. Null when their observations were already stored. */
  fresh: ReadResult | null
}

/** Identifies the observations that these sources give. */
export function keyOfSources({ files, sources, recordings, options }: SourcesToObserve): string {
  const { windowSeconds } = options
  return observationKey({
    windowSeconds,
    originEpochSeconds: originOf(recordings, windowSeconds),
    sources: sources.map(({ fileId, path, spec }) => ({
      sha256: files.find((file) => file.id === fileId)!.sha256 ?? '',
      path,
      spec: sourceSpec.read(spec),
    })),
  })
}

/** Reads the sources unless observations made from the same bytes in the same way are stored. */
export async function observeSources(
  context: Pick<JobContext<unknown>, 'deps' | 'jobId' | 'signal' | 'progress'>,
  inputs: SourcesToObserve,
): Promise<ObservedSources> {
  const { files, sources, recordings, options } = inputs
  const { windowSeconds } = options
  const originEpochSeconds = originOf(recordings, windowSeconds)
  const key = keyOfSources(inputs)
  const set = await findObservationSet(context.deps.db, key)
  // The set may have been read for another upload. Then the sources are read again for their
  // reports.
  if (set && sources.every((source) => source.report !== null)) {
    return { key, known: await loadObservations(context.deps.db, set), fresh: null }
  }
  const read = sources.map((source) => source.fileId)
  const wanted = files.filter((file) => read.includes(file.id))
  const total = wanted.reduce((sum, file) => sum + Number(file.sizeBytes), 0)
  const fresh = await readObservations(
    context,
    { files: wanted, sources, windowSeconds, originEpochSeconds },
    ({ bytes, lines, rejected }) =>
      context.progress({
        stage: 'Reading',
        done: bytes,
        total,
        unit: 'bytes',
        message: `${lines.toLocaleString('en')} lines read, ${rejected.toLocaleString('en')} rejected`,
      }),
  )
  return { key, known: fresh.set, fresh }
}
