import { TraceError } from '../trace-error.ts'

export type Container = 'gzip' | 'zstd' | 'zip' | 'tar' | 'plain'

/** Number of bytes that `containerOf` needs: one tar header. */
export const MAGIC_BYTES = 512

/**
 * Decides by the first bytes, never by the name: operators rename logs, and a wrong name must not
 * decide how bytes are read.
 */
export function containerOf(head: Buffer, path: string): Container {
  if (startsWith(head, [0x1f, 0x8b])) return 'gzip'
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06]))
    return 'zip'
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd'
  const foreign = foreignCompression(head)
  if (foreign)
    throw new TraceError('unsupported-compression', `${path} is compressed with ${foreign.name}.`, {
      where: { path },
      expected: 'plain text, gzip, zstd, tar (also tar.gz and tar.zst) or zip',
      fix: `Unpack it first (\`${foreign.unpack}\` on Linux), or compress it again with gzip or zstd.`,
    })
  return isTarHeader(head) ? 'tar' : 'plain'
}

/**
 * What can be named and not be read. The libraries for xz and bzip2 are not good enough for files from
 * anywhere: they have no limit on memory, take several streams in a row for one, or never end with a
 * file that was made so.
 */
function foreignCompression(head: Buffer): { name: string; unpack: string } | null {
  if (startsWith(head, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]))
    return { name: 'xz', unpack: 'xz -dk FILE' }
  if (isBzip2(head)) return { name: 'bzip2', unpack: 'bzip2 -dk FILE' }
  if (startsWith(head, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]))
    return { name: '7-Zip', unpack: '7z x FILE' }
  if (startsWith(head, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]))
    return { name: 'RAR', unpack: 'unrar x FILE' }
  return null
}

/** The level, and a block or, in an empty file, the end. */
function isBzip2(head: Buffer): boolean {
  const next = head.toString('hex', 4, 10)
  return (
    startsWith(head, [0x42, 0x5a, 0x68]) && (next === '314159265359' || next === '177245385090')
  )
}

/**
 * It uses the header's own checksum: old tars have no 'ustar' magic, and a log could contain the
 * word.
 */
function isTarHeader(head: Buffer): boolean {
  if (head.length < 512 || head[0] === 0) return false
  const stored = Number.parseInt(head.toString('latin1', 148, 156).replace(/[\0 ]+$/, ''), 8)
  if (!Number.isFinite(stored)) return false
  let sum = 0
  for (let i = 0; i < 512; i++) sum += i >= 148 && i < 156 ? 32 : head[i]!
  return sum === stored
}

function startsWith(head: Buffer, magic: number[]): boolean {
  return head.length >= magic.length && magic.every((byte, i) => head[i] === byte)
}
