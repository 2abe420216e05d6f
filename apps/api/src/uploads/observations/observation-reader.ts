import {
  eachMember,
  joinReports,
  linesWithin,
  ObservationBuilder,
  type Range,
  type RequestsRead,
  readSource,
  type SourceReport,
  type SourceSpec,
  type UploadedFile,
} from '@steelyard/traces'
import { toAppError } from '../trace-trouble.ts'
import { ArrivalKeeper, type KeptArrivals } from './latest-arrivals.ts'
import type { KnownObservations } from './stored-observations.ts'

/** A member of a file, and how it is read. */
export interface SourceToRead {
  id: string
  path: string
  spec: SourceSpec
}

export interface ReadProgress {
  bytes: number
  lines: number
  rejected: number
}

export interface ReadWatch {
  signal: AbortSignal
  onProgress(progress: ReadProgress): void
}

/** What a reader found in logs of requests, as plain data for another one. */
export interface LogsRead {
  requests: RequestsRead
  arrivals: KeptArrivals | null
  reports: [sourceId: string, SourceReport][]
}

interface ReaderOptions {
  windowSeconds: number
  originEpochSeconds: number
  focus?: Range | null
}

/**
 * Reads sources from beginning to end into one set of observations. Only the sums are kept of each
 * file, and the latest requests of all.
 */
export class ObservationReader {
  readonly reports = new Map<string, SourceReport>()
  readonly #builder: ObservationBuilder
  readonly #latest = ArrivalKeeper.ofLatest()
  readonly #watch: ReadWatch
  #before: ReadProgress = { bytes: 0, lines: 0, rejected: 0 }

  constructor(options: ReaderOptions, watch: ReadWatch) {
    this.#builder = new ObservationBuilder({ ...options, alsoInto: this.#latest })
    this.#watch = watch
  }

  /** What CPU traces say of the time that is going to be judged. */
  get focus(): Range | null {
    return this.#builder.focus
  }

  /**
   * @param within only the lines that begin within these bytes, of a file that is one plain log
   * @throws AppError when a source is damaged or is not of the format detected
   */
  async read(
    file: UploadedFile,
    sources: readonly SourceToRead[],
    within: Range | null = null,
  ): Promise<void> {
    const { signal } = this.#watch
    const before = this.#before
    let here: ReadProgress = { bytes: 0, lines: 0, rejected: 0 }
    let done = here
    const report = (more: Partial<ReadProgress>) => {
      here = { ...here, ...more }
      this.#before = sumOf(before, here)
      this.#watch.onProgress(this.#before)
    }
    await eachMember(
      within ? partOf(file, within) : file,
      async (member, content) => {
        const source = sources.find(({ path }) => path === member.path)
        if (!source) return
        const read = await readSource(content, source.spec, this.#builder, {
          path: source.path,
          signal,
          onProgress: ({ lines, rejected }) =>
            report({ lines: done.lines + lines, rejected: done.rejected + rejected }),
        })
        this.reports.set(source.id, read)
        done = sumOf(done, { bytes: 0, ...read })
        report({ lines: done.lines, rejected: done.rejected })
      },
      { onBytes: (bytes) => report({ bytes }), signal },
    ).catch((error: unknown) => {
      throw toAppError(error, file.name)
    })
  }

  /** What the logs gave, for `add` of another reader; in place of `finish`. */
  take(): LogsRead {
    return {
      requests: this.#builder.takeRequests(),
      arrivals: this.#latest.finish(),
      reports: [...this.reports],
    }
  }

  /** @param continues whether it is the next part of the log that was added last */
  add({ requests, arrivals, reports }: LogsRead, continues: boolean): void {
    this.#builder.addRequests(requests, continues)
    if (arrivals) this.#latest.add(arrivals)
    for (const [id, report] of reports) {
      const before = continues ? this.reports.get(id) : undefined
      this.reports.set(id, before ? joinReports(before, report) : report)
    }
  }

  finish(): KnownObservations {
    return { ...this.#builder.finish(), arrivals: this.#latest.finish() }
  }
}

function sumOf(a: ReadProgress, b: ReadProgress): ReadProgress {
  return { bytes: a.bytes + b.bytes, lines: a.lines + b.lines, rejected: a.rejected + b.rejected }
}

function partOf(file: UploadedFile, { from, to }: Range): UploadedFile {
  const { content } = file
  return { ...file, content: { ...content, read: () => linesWithin(content, from, to) } }
}
