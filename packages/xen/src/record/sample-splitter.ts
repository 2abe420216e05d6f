import { HostError } from '../host-error.ts'

const HEADER = /^\s*NAME\s+STATE\s/
/** A row of xentop has about 160 characters. */
const MAX_LINE_BYTES = 64 * 1024
const LINE_FEED = 0x0a

/** Whether a line is the first one of a sample. */
export const isHeader = (line: string): boolean => HEADER.test(line)

/**
 * Finds the samples in xentop's output as it arrives. It passes on whole lines only, so the output
 * always ends at the end of a line, and the previous sample is complete before a new header.
 */
export class SampleSplitter {
  /** When a sample's header arrived: that of the first one, and that of the last one so far. */
  first: number | null = null
  last: number | null = null
  samples = 0
  #partial: Buffer = Buffer.alloc(0)

  /**
   * @param stopsAt whether to end before a sample that begins now
   * @returns the whole lines to keep, and whether that was the end
   * @throws HostError `unexpected-answer`
   */
  push(chunk: Buffer, arrivedAt: number, stopsAt: () => boolean): { keep: Buffer; ended: boolean } {
    const bytes = Buffer.concat([this.#partial, chunk])
    let from = 0
    for (let to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
      if (isHeader(bytes.toString('latin1', from, Math.min(to, from + 200)))) {
        if (stopsAt()) return { keep: bytes.subarray(0, from), ended: true }
        this.samples += 1
        this.first ??= arrivedAt
        this.last = arrivedAt
      }
      from = to + 1
    }
    this.#partial = bytes.subarray(from)
    if (this.#partial.length > MAX_LINE_BYTES) {
      throw new HostError(
        'unexpected-answer',
        "The host's answer is not the output of `xentop -b`.",
        bytes.toString('utf8', 0, 200),
      )
    }
    return { keep: bytes.subarray(0, from), ended: false }
  }
}
