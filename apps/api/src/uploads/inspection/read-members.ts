import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  eachMember,
  type MemberInfo,
  type SourceScan,
  scanOf,
  type XentraceFacts,
} from '@steelyard/traces'
import { AppError } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { asUploaded, type StoredFile } from '../stored-file.ts'

/** Enough lines to recognise any format and to see what most lines look like. */
const HEAD_BYTES = 256 * 1024
const TAIL_BYTES = 16 * 1024
/** The API reads again while somebody waits for the answer. */
const LOOK_AGAIN_WITHIN_MS = 45_000

/** The ends of a member, and what identifies its whole content. */
export interface MemberEnds {
  member: MemberInfo
  head: Buffer
  tail: Buffer
  /** True when `head` is the whole member. */
  whole: boolean
  contentKey: string
  /** What the format's scan found in all of it. Null for formats that have none. */
  trace: XentraceFacts | null
}

/**
 * The hash of a file as sent. What reads the file anyway gives its bytes on the way; the rest, or all
 * of it, is read at the end.
 */
export class FileHash {
  readonly #hash = createHash('sha256')
  #bytes = 0

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
  }

  async finish(
    files: Files,
    file: StoredFile,
    watch: { onBytes: (bytes: number) => void; signal: AbortSignal },
  ): Promise<string> {
    for await (const chunk of files.read(file.id, this.#bytes)) {
      watch.signal.throwIfAborted()
      this.add(chunk)
      watch.onBytes(this.#bytes)
    }
    return this.#hash.digest('hex')
  }
}

/**
 * Reads every member of a file to its end, so that damage and bombs show now and not in the middle
 * of an analysis. Only the two ends are kept.
 * @param maxMembers what the caller has memory for
 * @param onRaw called with the bytes of the file as sent, as far as they are read in order
 * @throws TraceError
 */
export async function readMembers(
  files: Files,
  file: StoredFile,
  watch: { onBytes: (bytes: number) => void; signal: AbortSignal },
  maxMembers: number,
  onRaw?: (chunk: Buffer) => void,
): Promise<MemberEnds[]> {
  const found: MemberEnds[] = []
  await eachMember(
    asUploaded(files, file),
    async (member, bytes) => {
      let checksum = 0
      const head: Buffer[] = []
      let headBytes = 0
      let tail = Buffer.alloc(0)
      let total = 0
      let scan: SourceScan | null = null
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        checksum = crc32(chunk, checksum)
        if (total === 0) scan = scanOf(member, chunk)
        scan?.push(chunk)
        total += chunk.length
        if (headBytes < HEAD_BYTES) {
          head.push(chunk.subarray(0, HEAD_BYTES - headBytes))
          headBytes += head.at(-1)!.length
        }
        tail =
          chunk.length >= TAIL_BYTES
            ? Buffer.from(chunk.subarray(-TAIL_BYTES))
            : Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
      }
      const ends = { head: Buffer.concat(head), tail: Buffer.from(tail) }
      found.push({
        member,
        ...ends,
        whole: total <= HEAD_BYTES,
        contentKey: contentKey(ends, total, checksum),
        trace: scan?.facts() ?? null,
      })
    },
    {
      onBytes: watch.onBytes,
      signal: watch.signal,
      limits: { maxMembers },
      ...(onRaw ? { onRaw } : {}),
    },
  )
  return found
}

/**
 * The same for the same content: a hash of all of it would cost a third as much as unpacking it. Other content of
 * the same length with the same ends has it by chance once in four thousand million times.
 */
function contentKey(
  { head, tail }: Pick<MemberEnds, 'head' | 'tail'>,
  length: number,
  checksum: number,
): string {
  const ends = createHash('sha256').update(head).update(tail)
  return `${length}-${checksum.toString(16)}-${ends.digest('hex')}`
}

/** The beginning of a member. */
export interface MemberHead {
  member: MemberInfo
  head: Buffer
  /** True when `head` is the whole member. */
  whole: boolean
}

/**
 * Reads the first bytes of some members again, in one pass through the file, to look at them with
 * other settings. What is not there is not visited.
 * @throws TraceError; AppError `source-out-of-reach` when it takes too long to get there
 */
export async function readHeads(
  files: Files,
  file: StoredFile,
  memberPaths: readonly string[],
  visit: (head: MemberHead) => Promise<void>,
  late = AbortSignal.timeout(LOOK_AGAIN_WITHIN_MS),
): Promise<void> {
  const wanted = new Set(memberPaths)
  const stop = new AbortController()
  const walk = eachMember(
    asUploaded(files, file),
    async (member, bytes) => {
      if (!wanted.has(member.path)) return
      await visit(await headOf(member, bytes))
      wanted.delete(member.path)
      if (wanted.size === 0) stop.abort()
    },
    { signal: AbortSignal.any([stop.signal, late]) },
  )
  await walk.catch((error) => {
    if (wanted.size === 0) return
    if (!late.aborted) throw error
    const [first] = wanted
    throw new AppError('unprocessable', `It takes too long to reach ${first} again.`, {
      code: 'source-out-of-reach',
      trouble: { fix: 'Send it as a file of its own, outside the archive.' },
    })
  })
}

async function headOf(member: MemberInfo, bytes: AsyncIterable<Buffer>): Promise<MemberHead> {
  const head: Buffer[] = []
  let headBytes = 0
  for await (const chunk of bytes) {
    head.push(chunk.subarray(0, HEAD_BYTES - headBytes))
    headBytes += head.at(-1)!.length
    if (headBytes >= HEAD_BYTES) return { member, head: Buffer.concat(head), whole: false }
  }
  return { member, head: Buffer.concat(head), whole: true }
}

/** Bytes of the end of a member, for its last lines. Empty where its beginning is all of it. */
export function endOf({ tail, whole }: MemberEnds): Buffer {
  return whole ? Buffer.alloc(0) : tail.subarray(-END_BYTES)
}

const END_BYTES = 16 * 1024
