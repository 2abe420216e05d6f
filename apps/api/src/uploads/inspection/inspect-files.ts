import type { Trouble } from '@steelyard/contract'
import {
  type Detection,
  detectSource,
  NOTHING_ANSWERED,
  type Recording,
  readRecording,
  TraceError,
} from '@steelyard/traces'
import type { Files } from '../../files/files.ts'
import type { UploadFileModel } from '../../generated/prisma/models.ts'
import { troubleOf } from '../trace-trouble.ts'
import { endOf, FileHash, type MemberEnds, readMembers } from './read-members.ts'

/**
 * The most sources an upload may have. The ends of each are held in memory until all are
 * recognised, some 280 kB apiece, and a small archive of many members must not cost gigabytes.
 */
const MAX_SOURCES = 1000

/** A member that was found, or a file that could not be opened. */
export interface FoundSource {
  fileId: string
  path: string
  ends: MemberEnds | null
  detection: Detection | null
  trouble: Trouble | null
}

export interface InspectWatch {
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

/**
 * Recognises everything in the files by content. A fault in one file affects no other.
 * @param hashes of the files; those that are missing are added, and cost no reading of their own
 */
export async function inspectFiles(
  store: Files,
  files: readonly UploadFileModel[],
  hashes: Map<string, string>,
  watch: InspectWatch,
): Promise<FoundSource[]> {
  const found: FoundSource[] = []
  let bytesBefore = 0
  for (const file of files) {
    const onBytes = (bytes: number) => watch.onBytes(bytesBefore + bytes)
    const room = MAX_SOURCES - found.length
    const hash = hashes.has(file.id) ? null : new FileHash()
    const here = { ...watch, onBytes }
    found.push(...(await inspectFile(store, file, here, room, (chunk) => hash?.add(chunk))))
    if (hash) hashes.set(file.id, await hash.finish(store, file, here))
    bytesBefore += Number(file.sizeBytes)
  }
  return found
}

async function inspectFile(
  store: Files,
  file: UploadFileModel,
  watch: InspectWatch,
  room: number,
  onRaw: (chunk: Buffer) => void,
): Promise<FoundSource[]> {
  if (room <= 0) return [{ ...unopened(file), trouble: tooMany }]
  try {
    const members = await readMembers(store, file, watch, room, onRaw)
    return members.map((ends) => recognise(file.id, ends))
  } catch (error) {
    if (!(error instanceof TraceError) || error.code === 'aborted') throw error
    return [{ ...unopened(file), trouble: troubleOf(error, file.name) }]
  }
}

const tooMany: Trouble = {
  code: 'too-many-members',
  message: `The files before this one hold ${MAX_SOURCES} sources already.`,
  fix: 'Send it in an upload of its own.',
}

function unopened(file: UploadFileModel): Omit<FoundSource, 'trouble'> {
  return { fileId: file.id, path: file.name, ends: null, detection: null }
}

function recognise(fileId: string, ends: MemberEnds): FoundSource {
  const found = { fileId, path: ends.member.path, ends }
  try {
    return {
      ...found,
      detection: detectSource(ends.member, ends.head, NOTHING_ANSWERED, endOf(ends)),
      trouble: null,
    }
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    return { ...found, detection: null, trouble: troubleOf(error, ends.member.path) }
  }
}

/** The first recording that can be read. Errors in other recordings become their trouble. */
export function findRecording(found: readonly FoundSource[]): Recording | null {
  let recording: Recording | null = null
  for (const source of found) {
    if (source.detection?.kind !== 'recording' || !source.ends) continue
    try {
      const read = readRecording(wholeText(source.ends))
      recording ??= read
    } catch (error) {
      if (!(error instanceof TraceError)) throw error
      source.trouble = troubleOf(error, source.path)
    }
  }
  return recording
}

/** Only the beginning of a long file is kept, and half of a recording is none. */
function wholeText({ head, whole }: MemberEnds): string {
  if (whole) return head.toString('utf8')
  const kib = Math.floor(head.length / 1024)
  throw new TraceError('bad-recording', `recording.json is longer than ${kib} KiB.`)
}
