import type { DomainArrivals, TimeSpan } from '@steelyard/analysis'
import { DistinctRequests, eachMember, findFormat, readRequests } from '@steelyard/traces'
import type { Files } from '../../files/files.ts'
import type { SourceModel, UploadFileModel } from '../../generated/prisma/models.ts'
import { ArrivalKeeper, arrivalsWithin } from '../../uploads/observations/latest-arrivals.ts'
import { asUploaded } from '../../uploads/stored-file.ts'
import { sourceSpec } from '../../uploads/stored-source.ts'
import { toAppError } from '../../uploads/trace-trouble.ts'

interface ArrivalSources {
  files: readonly UploadFileModel[]
  /** The included sources that have a spec: logs of servers and response times of clients. */
  sources: readonly SourceModel[]
}

/**
 * Collects the single requests of a time range from the logs: a range that does not end with the logs,
 * or was read by an earlier version, is not among the requests that the reading kept. Each domain's
 * requests come from its server's log or, without one, from its clients.
 * @throws AppError when a source is damaged
 */
export async function collectArrivals(
  store: Files,
  { files, sources }: ArrivalSources,
  stretch: TimeSpan,
  watch: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<DomainArrivals[]> {
  const kept = ArrivalKeeper.ofStretch(stretch)
  const distinct = new DistinctRequests(kept)
  let before = 0
  for (const file of files) {
    const wanted = sources.filter((source) => source.fileId === file.id)
    if (wanted.length === 0) continue
    const onBytes = (bytes: number) => watch.onBytes(before + bytes)
    await eachMember(
      asUploaded(store, file),
      async (member, content) => {
        const spec = wanted.find(({ path }) => path === member.path)?.spec
        if (!spec) return
        const { signal } = watch
        await readRequests(content, sourceSpec.read(spec), distinct, {
          path: member.path,
          signal,
        })
      },
      { onBytes, signal: watch.signal },
    ).catch((error: unknown) => {
      throw toAppError(error, file.name)
    })
    before += Number(file.sizeBytes)
  }
  return arrivalsWithin(kept.finish()!, stretch)!
}

export function isRequests({ kind }: Pick<SourceModel, 'kind'>): boolean {
  const format = findFormat(kind)
  return format !== undefined && format.observes !== 'cpu'
}

export function isCpuTrace({ kind }: Pick<SourceModel, 'kind'>): boolean {
  return findFormat(kind)?.observes === 'cpu'
}
