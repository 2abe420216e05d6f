import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { TraceError } from '../trace-error.ts'
import { reasonOf } from './byte-streams.ts'
import { isPackingDebris, MemberNames } from './safe-name.ts'
import type { PackedMember } from './tar-members.ts'

const UNIX_TYPE_MASK = 0o170000
const UNIX_FILE = 0o100000

/**
 * The files of a zip on disk. The whole directory is checked first, so a bad name stops the archive
 * before any of it is read.
 */
export async function* zipMembers(
  file: string,
  path: string,
  onPacked: (bytes: number) => void,
): AsyncGenerator<PackedMember> {
  const zip = await guarded(path, () => openPromise(file, { autoClose: false, lazyEntries: true }))
  try {
    for (const entry of await guarded(path, () => filesOf(zip, path))) {
      onPacked(entry.compressedSize)
      yield {
        name: entry.fileName,
        modifiedAt: entry.getLastModDate(),
        bytes: bytesOf(zip, entry, path),
      }
    }
  } finally {
    zip.close()
  }
}

async function filesOf(zip: ZipFile, path: string): Promise<Entry[]> {
  const names = new MemberNames(path)
  const files: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    names.check(entry.fileName)
    if (entry.isEncrypted())
      throw new TraceError('encrypted-archive', `${path} is encrypted.`, {
        where: { path },
        fix: 'Send the logs without a password.',
      })
    if (entry.fileName.endsWith('/') || isPackingDebris(entry.fileName)) continue
    const unixType = (entry.externalFileAttributes >>> 16) & UNIX_TYPE_MASK
    if (unixType !== 0 && unixType !== UNIX_FILE)
      names.refuse(`holds ${JSON.stringify(entry.fileName)}, which is not an ordinary file`)
    files.push(entry)
  }
  return files
}

async function* bytesOf(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  const stream = await guarded(path, () => zip.openReadStreamPromise(entry))
  try {
    for await (const chunk of stream) yield chunk
  } catch (error) {
    throw asTraceError(error, path)
  } finally {
    stream.destroy()
  }
}

async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asTraceError(error, path)
  }
}

function asTraceError(error: unknown, path: string): TraceError {
  if (error instanceof TraceError) return error
  const reason = reasonOf(error)
  // yauzl rejects such names itself, before our own check sees them.
  const unsafe = /^(absolute path|invalid relative path|invalid characters)/.test(reason)
  return new TraceError(
    unsafe ? 'unsafe-archive' : 'damaged-archive',
    unsafe
      ? `The archive has an unsafe member name: ${reason}.`
      : `${path} is not a complete zip archive: ${reason}.`,
    {
      where: { path },
      expected: unsafe
        ? 'ordinary files under relative, distinct names'
        : 'a complete zip archive (deflate or stored)',
      fix: unsafe
        ? 'Pack the logs again from their own directory.'
        : 'Copy or pack it again. Nothing was kept.',
      cause: error,
    },
  )
}
