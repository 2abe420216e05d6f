import { TraceError } from '../trace-error.ts'
import { EVENT } from './trace-events.ts'

/** More than the largest trace buffer that Xen accepts, and than its largest NR_CPUS. */
const MAX_WINDOW_BYTES = 2 ** 31
const MAX_PCPUS = 4096
/** Every event belongs to a class: one of these bits is set. */
const CLASS_BITS = 0x0fff_0000

/** One record; the object is reused for the next one. */
export interface TraceRecord {
  pCpu: number
  event: number
  /** False for the few records without a time; `tscHigh` and `tscLow` are 0 then. */
  timed: boolean
  tscHigh: number
  tscLow: number
  /** The first `words` are valid. */
  words: number
  data: Uint32Array
  /** Offset of the record's first byte in the unpacked file. */
  byte: number
}

export interface RecordHandler {
  /** A piece of one pCPU's buffer begins. */
  piece(pCpu: number): void
  record(record: TraceRecord): void
}

/** Whether a file begins the way that xentrace's files do. */
export function beginsLikeXentrace(head: Buffer): boolean {
  return head.length >= 4 && (head.readUInt32LE(0) & 0x8fff_ffff) === EVENT.cpuChange
}

/**
 * Splits the bytes of a trace into records. xentrace drains the pCPUs' buffers in turn. In front of
 * each piece it writes a record with the pCPU and the length of the piece, so the framing is
 * checked throughout, and a mismatch is rejected where it begins.
 */
export class RecordReader {
  records = 0
  bytes = 0
  #carry: Buffer = Buffer.alloc(0)
  #windowLeft = 0
  readonly #record: TraceRecord = {
    pCpu: 0,
    event: 0,
    timed: false,
    tscHigh: 0,
    tscLow: 0,
    words: 0,
    byte: 0,
    data: new Uint32Array(7),
  }
  readonly #handler: RecordHandler
  readonly #path: string

  constructor(path: string, handler: RecordHandler) {
    this.#path = path
    this.#handler = handler
  }

  /** @throws TraceError `not-as-declared` or `damaged-trace`, with the byte. */
  push(chunk: Buffer): void {
    const bytes = this.#carry.length > 0 ? Buffer.concat([this.#carry, chunk]) : chunk
    let at = 0
    while (bytes.length - at >= 4) {
      const size = this.#take(bytes, at)
      if (size === 0) break
      at += size
      this.bytes += size
    }
    // It copies, because the chunk belongs to the stream; the remainder is less than one record.
    this.#carry = Buffer.from(bytes.subarray(at))
  }

  /** How many bytes at the end are not a whole record, or are missing from the last piece. */
  end(): { unreadBytes: number; missingBytes: number } {
    const unreadBytes = this.#carry.length
    return { unreadBytes, missingBytes: Math.max(0, this.#windowLeft - unreadBytes) }
  }

  /** The size of the record at `at`; 0 while a part of it is still to come. */
  #take(bytes: Buffer, at: number): number {
    const record = this.#record
    const header = bytes.readUInt32LE(at)
    const event = header & 0x0fff_ffff
    const timed = header >= 0x8000_0000
    const words = (header >>> 28) & 7
    const size = 4 + (timed ? 8 : 0) + words * 4
    if (this.#windowLeft === 0 && event !== EVENT.cpuChange)
      throw this.damage('A piece of a pCPU should begin here.')
    if (this.#windowLeft > 0) {
      if (event === EVENT.cpuChange)
        throw this.damage(`The previous piece is ${this.#windowLeft} bytes shorter than it says.`)
      if ((event & CLASS_BITS) === 0)
        throw this.damage(`0x${event.toString(16)} is not the number of an event.`)
      if (size > this.#windowLeft) throw this.damage('The record is longer than its piece.')
    }
    if (bytes.length - at < size) return 0
    let next = at + 4
    record.timed = timed
    record.tscLow = timed ? bytes.readUInt32LE(next) : 0
    record.tscHigh = timed ? bytes.readUInt32LE(next + 4) : 0
    if (timed) next += 8
    for (let i = 0; i < words; i++, next += 4) record.data[i] = bytes.readUInt32LE(next)
    record.words = words
    record.event = event
    record.byte = this.bytes
    if (event === EVENT.cpuChange) this.#beginPiece()
    else {
      this.#windowLeft -= size
      this.records++
      this.#handler.record(record)
    }
    return size
  }

  #beginPiece(): void {
    const record = this.#record
    const [pCpu = 0, length = 0] = record.data
    if (record.words < 2 || pCpu >= MAX_PCPUS || length % 4 !== 0 || length > MAX_WINDOW_BYTES)
      throw this.damage(`A piece of ${length} bytes of pCPU ${pCpu} is impossible.`)
    record.pCpu = pCpu
    this.#windowLeft = length
    this.#handler.piece(pCpu)
  }

  damage(message: string): TraceError {
    const at = this.bytes
    return new TraceError(
      this.records === 0 && at === 0 ? 'not-as-declared' : 'damaged-trace',
      `${this.#path} is not an xentrace trace from byte ${at} on: ${message}`,
      {
        where: { path: this.#path, byte: at },
        expected: 'the binary file of xentrace: pieces of pCPUs’ buffers, one after the other',
        fix: 'Copy the file from the host again, as binary; or record again: xentrace -D -e 0x0002f000 -T 60 trace.bin',
      },
    )
  }
}
