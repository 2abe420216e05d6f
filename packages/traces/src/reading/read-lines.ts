import type { Readable } from 'node:stream'
import type { ReadOptions } from '../source-report.ts'
import { TraceError } from '../trace-error.ts'
import { LineSplitter } from './line-splitter.ts'
import { PlainText } from './plain-text.ts'
import type { Tally } from './tally.ts'

type OnLine = (text: string, from: number, to: number, line: number) => void

/** Passes every non-blank line of a stream to `onLine`; returns the number of lines. */
export async function readLines(
  bytes: Readable,
  tally: Tally,
  opts: ReadOptions,
  onLine: OnLine,
): Promise<number> {
  const maxLineBytes = opts.maxLineBytes ?? 64 * 1024
  const splitter = new LineSplitter(
    {
      line: (text, from, to, line) => {
        if (to > from) onLine(text, from, to, line)
      },
      tooLong: (start, line) =>
        tally.reject(line, start, {
          reason: `the line is longer than ${maxLineBytes} bytes`,
          expected: 'text lines',
        }),
    },
    maxLineBytes,
  )
  const plain = new PlainText()
  const read = await eachChunk(bytes, opts, tally, (chunk) => {
    splitter.push(plain.push(chunk))
    return splitter.lines
  })
  splitter.push(plain.end())
  splitter.end()
  opts.onProgress?.({ bytes: read, lines: splitter.lines, rejected: tally.rejected })
  return splitter.lines
}

/** Iterates over the chunks of a stream, with progress and prompt abort. */
export async function eachChunk(
  bytes: Readable,
  opts: ReadOptions,
  tally: Tally,
  onChunk: (chunk: Buffer) => number,
): Promise<number> {
  const { signal, onProgress, progressEveryLines = 50_000 } = opts
  const aborted = () =>
    new TraceError('aborted', `Reading ${tally.path} was stopped.`, { where: { path: tally.path } })
  if (signal?.aborted) throw aborted()
  const stop = () => bytes.destroy(aborted())
  signal?.addEventListener('abort', stop, { once: true })
  let read = 0
  let reported = 0
  try {
    for await (const chunk of bytes) {
      if (signal?.aborted) throw aborted()
      read += chunk.length
      const lines = onChunk(chunk)
      if (lines - reported >= progressEveryLines) {
        reported = lines
        onProgress?.({ bytes: read, lines, rejected: tally.rejected })
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return read
}
