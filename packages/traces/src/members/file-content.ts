import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** The bytes of a file, wherever they lie. */
export interface FileContent {
  /**
   * @param fromByte the first byte
   * @param toByte the first byte that is left out; default all to the end
   */
  read(fromByte?: number, toByte?: number): AsyncIterable<Buffer>
  sizeBytes(): Promise<number>
}

const CHUNK_BYTES = 256 * 1024

export function contentOnDisk(path: string): FileContent {
  return {
    async *read(fromByte = 0, toByte = Number.POSITIVE_INFINITY) {
      if (toByte <= fromByte) return
      const bytes = createReadStream(path, {
        // Without a start the file is read in order, as a pipe has to be.
        ...(fromByte > 0 ? { start: fromByte } : {}),
        end: toByte - 1,
        highWaterMark: CHUNK_BYTES,
      })
      try {
        yield* bytes as AsyncIterable<Buffer>
      } finally {
        bytes.destroy()
      }
    },
    sizeBytes: async () => (await stat(path)).size,
  }
}
