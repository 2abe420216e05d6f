import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { TraceError } from '../trace-error.ts'
import { type Bytes, reasonOf } from './byte-streams.ts'
import { isPackingDebris, MemberNames, shownName } from './safe-name.ts'

export interface PackedMember {
  name: string
  modifiedAt?: Date
  bytes: Bytes
}

const FILE_TYPES = new Set(['file', 'contiguous-file'])

/**
 * The files of a tar, in order. Each must be consumed or abandoned before the next is requested.
 */
export async function* tarMembers(source: Bytes, path: string): AsyncGenerator<PackedMember> {
  const names = new MemberNames(path)
  const entries = extract()
  const packed = Readable.from(source, { objectMode: false })
  let sourceError: unknown
  packed.once('error', (error) => {
    sourceError = error
    entries.destroy(error)
  })
  packed.pipe(entries)
  try {
    for await (const entry of entries) {
      const { name, type, mtime } = entry.header
      names.check(name)
      if (type === 'directory' || isPackingDebris(name)) {
        entry.resume()
        continue
      }
      if (!FILE_TYPES.has(type ?? 'file'))
        names.refuse(`holds ${shownName(name)}, which is a ${type}`)
      yield {
        name,
        ...(mtime ? { modifiedAt: mtime } : {}),
        bytes: guarded(Readable.from(entry, { objectMode: false })),
      }
      entry.resume()
    }
  } catch (error) {
    if (sourceError !== undefined) throw sourceError
    throw asTraceError(error, path)
  } finally {
    packed.destroy()
    entries.destroy()
  }

  // An error of the outer stream must reach the reader of the entry unchanged, not as "tar error".
  async function* guarded(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) yield chunk as Buffer
    } catch (error) {
      throw sourceError ?? asTraceError(error, path)
    }
  }
}

function asTraceError(error: unknown, path: string): unknown {
  if (error instanceof TraceError) return error
  return new TraceError(
    'damaged-archive',
    `${path} is not a complete tar archive: ${reasonOf(error)}.`,
    {
      where: { path },
      expected: 'a complete tar archive',
      fix: 'Copy or pack it again. Nothing was kept.',
      cause: error,
    },
  )
}
