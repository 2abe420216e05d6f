import { TraceError } from '../trace-error.ts'

export type Container = 'gzip' | 'zip' | 'tar' | 'plain'

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
  const foreign = foreignCompression(head)
  if (foreign)
    throw new TraceError('unsupported-compression', `${path} is compressed with ${foreign}.`, {
      where: { path },
      expected: 'plain text, gzip, tar, tar.gz or zip',
      fix: `Unpack it, or compress it again with gzip.`,
    })
  return isTarHeader(head) ? 'tar' : 'plain'
}

function foreignCompression(head: Buffer): string | null {
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd'
  if (startsWith(head, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])) return 'xz'
  if (startsWith(head, [0x42, 0x5a, 0x68]) && head.subarray(4, 7).equals(Buffer.from('1AY')))
    return 'bzip2'
  if (startsWith(head, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])) return '7-Zip'
  if (startsWith(head, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07])) return 'RAR'
  return null
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
