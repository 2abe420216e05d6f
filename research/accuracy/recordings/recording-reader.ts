import path from 'node:path'
import {
  type AccessLogSpec,
  type ClientTimesSpec,
  contentOnDisk,
  eachMember,
  type ObservationBuilder,
  type RequestSink,
  readRequests,
  readSource,
  type SourceReport,
  type SourceSpec,
} from '@steelyard/traces'

/** Reads files of one recording as streams, unpacked within the limits that apply to uploads. */
export class RecordingReader {
  readonly #directory: string
  readonly #now: Date

  /** @param startEpochSeconds start of the recording by its own clock, not by this machine's */
  constructor(directory: string, startEpochSeconds: number) {
    this.#directory = directory
    this.#now = new Date((startEpochSeconds + YEAR_SECONDS) * 1000)
  }

  async source(
    file: string,
    spec: SourceSpec,
    into: ObservationBuilder,
    { relativeTime = false } = {},
  ): Promise<SourceReport> {
    const options = { path: file, now: this.#now, relativeTime }
    return this.#each(file, (bytes) => readSource(bytes, spec, into, options))
  }

  async requests(
    file: string,
    spec: AccessLogSpec | ClientTimesSpec,
    into: RequestSink,
    { relativeTime = false } = {},
  ): Promise<SourceReport> {
    const options = { path: file, now: this.#now, relativeTime }
    return this.#each(file, (bytes) => readRequests(bytes, spec, into, options))
  }

  /** The first line of a text file. */
  async firstLine(file: string): Promise<string> {
    return this.#each(file, async (bytes) => {
      let text = ''
      for await (const chunk of bytes) {
        text += String(chunk)
        if (text.includes('\n') || text.length > MAX_HEADER) break
      }
      return text.split(/\r?\n/, 1)[0]!
    })
  }

  /** Reads a short text in full. */
  async text(file: string): Promise<string> {
    return this.#each(file, async (bytes) => {
      let text = ''
      for await (const chunk of bytes) text += String(chunk)
      return text
    })
  }

  async #each<T>(
    file: string,
    read: (bytes: Parameters<Parameters<typeof eachMember>[1]>[1]) => Promise<T>,
  ): Promise<T> {
    const results: T[] = []
    await eachMember(
      { content: contentOnDisk(path.join(this.#directory, file)), name: file },
      async (_, bytes) => {
        results.push(await read(bytes))
      },
    )
    return results[0]!
  }
}

const YEAR_SECONDS = 366 * 86_400
const MAX_HEADER = 64 * 1024
