import type { Readable } from 'node:stream'
import type { FileContent } from './file-content.ts'

export interface MemberInfo {
  /**
   * 'vm1.log.gz', or 'bundle.tar.gz!logs/vm1.log.1.gz' inside an archive, where characters that
   * cannot be seen are escaped.
   */
  path: string
  fileName: string
  modifiedAt?: Date
}

export interface ArchiveLimits {
  /** Limit over all members of the file. */
  maxUnpackedBytes: number
  /** Limit on the ratio of unpacked to packed bytes, checked once 64 MiB are unpacked. */
  maxRatio: number
  maxMembers: number
}

export const DEFAULT_ARCHIVE_LIMITS: Readonly<ArchiveLimits> = {
  maxUnpackedBytes: 256 * 2 ** 30,
  maxRatio: 250,
  maxMembers: 10_000,
}

export interface UploadedFile {
  content: FileContent
  name: string
  modifiedAt?: Date
}

export type MemberVisitor = (member: MemberInfo, bytes: Readable) => Promise<void>

export interface MemberOptions {
  limits?: Partial<ArchiveLimits>
  /** Called with the number of bytes of the file as sent that were read so far. */
  onBytes?: (compressedBytesRead: number) => void
  /**
   * Called with the bytes of the file as sent, from its beginning and in order, as far as they are
   * read so: a zip is not.
   */
  onRaw?: (chunk: Buffer) => void
  signal?: AbortSignal
}
