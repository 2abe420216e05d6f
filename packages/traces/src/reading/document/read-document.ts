import type { Readable } from 'node:stream'
import type { ReadOptions } from '../../source-report.ts'
import { TraceError } from '../../trace-error.ts'
import { PlainText } from '../plain-text.ts'
import { eachChunk } from '../read-lines.ts'
import type { Tally } from '../tally.ts'
import { DocumentError } from './document-error.ts'

interface Document {
  push(latin1: string): void
  /** Gives what it can of a part that is not whole. */
  breakOff(): void
  readonly hasEnded: boolean
}

/** Where the document has got to, for the report. */
export interface DocumentPosition {
  line: number
}

/** A piece is short, so a part is reported near its line. */
const PIECE = 4096

/**
 * Reads a document that is not made of lines, such as JSON or XML, and returns its number of lines.
 * One that breaks off is used as far as it goes, and the report says so.
 *
 * @throws TraceError `not-as-declared` for what is no such document
 */
export async function readDocument(
  bytes: Readable,
  document: Document,
  place: DocumentPosition,
  tally: Tally,
  opts: ReadOptions,
): Promise<number> {
  const plain = new PlainText()
  const push = (chunk: Buffer) => {
    const text = chunk.toString('latin1')
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE)
      document.push(piece)
      for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', end + 1)) place.line++
    }
  }
  try {
    const read = await eachChunk(bytes, opts, tally, (chunk) => {
      push(plain.push(chunk))
      return place.line
    })
    push(plain.end())
    opts.onProgress?.({ bytes: read, lines: place.line, rejected: tally.rejected })
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new TraceError('not-as-declared', `${tally.path} cannot be read: ${error.message}.`, {
      where: { path: tally.path, line: place.line },
      expected: error.expected,
    })
  }
  if (!document.hasEnded) {
    document.breakOff()
    tally.note('It breaks off: what stands before that is used.')
  }
  return place.line
}
