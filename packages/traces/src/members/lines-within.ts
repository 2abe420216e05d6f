import type { FileContent } from './file-content.ts'
import { containerOf, MAGIC_BYTES } from './magic.ts'

const NEWLINE = 0x0a

/**
 * The lines of a plain file that begin within a range of its bytes, the last one to its end: each line
 * is in one of the ranges into which a file is cut.
 *
 * @param toByte the first byte in which none of them begins
 */
export async function* linesWithin(
  content: FileContent,
  fromByte: number,
  toByte: number,
): AsyncGenerator<Buffer> {
  if (toByte <= fromByte) return
  // The byte before tells whether a line begins with the first one.
  let at = Math.max(0, fromByte - 1)
  let begun = fromByte === 0
  for await (const chunk of content.read(at)) {
    const chunkAt = at
    at += chunk.length
    const from = begun ? 0 : chunk.indexOf(NEWLINE) + 1
    if (!begun && (from === 0 || chunkAt + from >= toByte)) {
      if (at >= toByte || from > 0) return
      continue
    }
    begun = true
    const end = at < toByte ? -1 : chunk.indexOf(NEWLINE, Math.max(from, toByte - 1 - chunkAt))
    if (end >= 0) {
      yield chunk.subarray(from, end + 1)
      return
    }
    if (from < chunk.length) yield chunk.subarray(from)
  }
}

/** Whether a file is neither packed nor in an encoding in which a byte may be half a character. */
export async function isPlainLines(content: FileContent, name: string): Promise<boolean> {
  const pieces: Buffer[] = []
  for await (const piece of content.read(0, MAGIC_BYTES)) pieces.push(piece)
  const head = Buffer.concat(pieces)
  const isWide = head.includes(0) || head[0] === 0xfe || head[0] === 0xff
  return !isWide && containerOf(head, name) === 'plain'
}
