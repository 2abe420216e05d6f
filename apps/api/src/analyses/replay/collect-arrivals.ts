import type { DomainArrivals, Stretch } from '@steelyard/analysis'
import {
  eachMember,
  findFormat,
  isLeftOut,
  type RequestReceiver,
  type RequestSink,
  readRequests,
  type Subject,
  type TimeResolution,
} from '@steelyard/traces'
import type { Config } from '../../config.ts'
import type { SourceModel, UploadFileModel } from '../../generated/prisma/models.ts'
import { asUploaded } from '../../uploads/stored-file.ts'
import { sourceSpec } from '../../uploads/stored-source.ts'
import { toAppError } from '../../uploads/trace-trouble.ts'

export interface ArrivalSources {
  files: readonly UploadFileModel[]
  /** The included sources that have a spec: logs of servers and response times of clients. */
  sources: readonly SourceModel[]
}

/**
 * Collects the single requests of a time range from the logs. The windows hold only sums, and the
 * range that matters is known only afterwards, so the logs are read a second time. Each domain's
 * requests come from its server's log or, without one, from its clients.
 * @throws AppError when a source is damaged
 */
export async function collectArrivals(
  config: Config,
  { files, sources }: ArrivalSources,
  stretch: Stretch,
  watch: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<DomainArrivals[]> {
  const kept = new KeptArrivals(stretch)
  let before = 0
  for (const file of files) {
    const wanted = sources.filter((source) => source.fileId === file.id)
    if (wanted.length === 0) continue
    const onBytes = (bytes: number) => watch.onBytes(before + bytes)
    await eachMember(
      asUploaded(config, file),
      async (member, content) => {
        const spec = wanted.find(({ path }) => path === member.path)?.spec
        if (!spec) return
        const { signal } = watch
        await readRequests(content, sourceSpec.read(spec), kept, {
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
  return kept.finish()
}

export function isRequests({ kind }: Pick<SourceModel, 'kind'>): boolean {
  const format = findFormat(kind)
  return format !== undefined && format.observes !== 'cpu'
}

export function isCpuTrace({ kind }: Pick<SourceModel, 'kind'>): boolean {
  return findFormat(kind)?.observes === 'cpu'
}

interface Kept {
  epochSeconds: number[]
  resolution: TimeResolution
}

/** From the finest to the coarsest. */
export const COARSENESS: readonly TimeResolution[] = ['microsecond', 'millisecond', 'second']

/** Discards the requests of domains that are left out. */
const NOBODY: RequestReceiver = { add: () => {}, close: () => {} }

class KeptArrivals implements RequestSink {
  readonly #stretch: Stretch
  readonly #sides = {
    requests: new Map<string, Kept>(),
    clientRequests: new Map<string, Kept>(),
  }

  constructor(stretch: Stretch) {
    this.#stretch = stretch
  }

  openRequests(
    subject: Subject,
    side: 'requests' | 'clientRequests',
    resolution: TimeResolution,
  ): ReturnType<RequestSink['openRequests']> {
    if (isLeftOut(subject)) return NOBODY
    const known = this.#sides[side].get(subject)
    const kept: Kept = known ?? { epochSeconds: [], resolution }
    if (COARSENESS.indexOf(resolution) > COARSENESS.indexOf(kept.resolution)) {
      kept.resolution = resolution
    }
    this.#sides[side].set(subject, kept)
    const { fromEpochSeconds, toEpochSeconds } = this.#stretch
    return {
      add(startEpochSeconds) {
        if (startEpochSeconds < fromEpochSeconds || startEpochSeconds >= toEpochSeconds) return
        kept.epochSeconds.push(startEpochSeconds)
      },
      close() {},
    }
  }

  finish(): DomainArrivals[] {
    const { requests, clientRequests } = this.#sides
    const domains = new Map([...clientRequests, ...requests])
    return [...domains]
      .filter(([, { epochSeconds }]) => epochSeconds.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([domain, { epochSeconds, resolution }]) => {
        const { fromEpochSeconds } = this.#stretch
        const offsetsSeconds = Float64Array.from(epochSeconds, (at) => at - fromEpochSeconds).sort()
        return { domain, startEpochSeconds: fromEpochSeconds, offsetsSeconds, resolution }
      })
  }
}
