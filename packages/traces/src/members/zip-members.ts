import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { visible } from '../reading/visible.ts'
import { TraceError } from '../trace-error.ts'
import { reasonOf } from './byte-streams.ts'
import type { FileContent } from './file-content.ts'
import { openZip, UnreadableContent } from './open-zip.ts'
import { isPackingDebris, MemberNames, shownName } from './safe-name.ts'
import type { PackedMember } from './tar-members.ts'

const UNIX_TYPE_MASK = 0o170000
const UNIX_FILE = 0o100000
/** The part of a local header that every member has; its name and the packed bytes follow. */
const LOCAL_HEADER_BYTES = 30

/**
 * The files of a zip. The whole directory is checked first, so a bad name or a member that
 * overlaps another one stops the archive before any of it is read. A member that is read to its end
 * must have the checksum that the directory states.
 */
export async function* zipMembers(
  content: FileContent,
  path: string,
  onPacked: (bytes: number) => void,
): AsyncGenerator<PackedMember> {
  const zip = await guarded(path, () => openZip(content))
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
  const places: EntryBytes[] = []
  for await (const entry of zip.eachEntry()) {
    names.check(entry.fileName)
    places.push(placeOf(entry))
    if (entry.isEncrypted())
      throw new TraceError('encrypted-archive', `${path} is encrypted.`, {
        where: { path },
        fix: 'Send the logs without a password.',
      })
    if (entry.fileName.endsWith('/') || isPackingDebris(entry.fileName)) continue
    const unixType = (entry.externalFileAttributes >>> 16) & UNIX_TYPE_MASK
    if (unixType !== 0 && unixType !== UNIX_FILE)
      names.refuse(`holds ${shownName(entry.fileName)}, which is not an ordinary file`)
    files.push(entry)
  }
  refuseOverlaps(names, places)
  return files
}

interface EntryBytes {
  name: string
  startByte: number
  /** At the least: a local header may have extra fields that the directory does not show. */
  endByte: number
}

function placeOf(entry: Entry): EntryBytes {
  const startByte = entry.relativeOffsetOfLocalHeader
  const headerBytes = LOCAL_HEADER_BYTES + entry.fileNameRaw.length
  return {
    name: entry.fileName,
    startByte,
    endByte: startByte + headerBytes + entry.compressedSize,
  }
}

/** Members that share bytes are how a small zip unpacks to far more than its size allows. */
function refuseOverlaps(names: MemberNames, places: EntryBytes[]): void {
  places.sort((a, b) => a.startByte - b.startByte)
  for (const [index, { name, endByte }] of places.entries()) {
    const next = places[index + 1]
    if (next && next.startByte < endByte)
      names.refuse(`has overlapping members, ${shownName(name)} and ${shownName(next.name)}`)
  }
}

async function* bytesOf(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  const stream = await guarded(path, () => zip.openReadStreamPromise(entry))
  let checksum = 0
  try {
    for await (const chunk of stream) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (checksum !== entry.crc32) throw wrongChecksum(`${path}!${visible(entry.fileName)}`)
  } catch (error) {
    throw asTraceError(error, path)
  } finally {
    stream.destroy()
  }
}

function wrongChecksum(path: string): TraceError {
  return new TraceError(
    'damaged-archive',
    `${path} is not what was packed: its checksum (CRC-32) differs.`,
    {
      where: { path },
      expected: 'a member with the checksum that the directory of the zip states',
      fix: 'Copy or pack it again. Nothing was kept.',
    },
  )
}

async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asTraceError(error, path)
  }
}

/** What keeps the file from being read says nothing of the archive, and stays as it is. */
function asTraceError(error: unknown, path: string): unknown {
  if (error instanceof TraceError) return error
  if (error instanceof UnreadableContent) return error.reason
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
