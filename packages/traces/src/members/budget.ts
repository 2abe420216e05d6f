import { TraceError } from '../trace-error.ts'
import type { ArchiveLimits } from './member.ts'

/** Below this size a high ratio is harmless, and short repetitive logs do compress very well. */
const RATIO_LOOKED_AT_FROM_BYTES = 64 * 2 ** 20

/** How much one uploaded file may still unpack to; all its members share it. */
export class UnpackBudget {
  #unpacked = 0
  #packed = 0
  #members = 0
  readonly #limits: ArchiveLimits
  readonly #path: string

  constructor(limits: ArchiveLimits, path: string) {
    this.#limits = limits
    this.#path = path
  }

  addPacked(bytes: number): number {
    this.#packed += bytes
    return this.#packed
  }

  /** Throws `unpacked-limit` or `ratio-limit` before the bytes are passed on. */
  addUnpacked(bytes: number): void {
    this.#unpacked += bytes
    if (this.#unpacked > this.#limits.maxUnpackedBytes)
      throw new TraceError(
        'unpacked-limit',
        `${this.#path} unpacks to more than ${this.#limits.maxUnpackedBytes} bytes.`,
        { where: { path: this.#path, byte: this.#packed }, fix: 'Split it into smaller files.' },
      )
    const looked = Math.min(RATIO_LOOKED_AT_FROM_BYTES, this.#limits.maxUnpackedBytes / 2)
    if (this.#unpacked > looked && this.#unpacked > this.#packed * this.#limits.maxRatio)
      throw new TraceError(
        'ratio-limit',
        `${this.#path} unpacks to more than ${this.#limits.maxRatio} times its size, which no log does.`,
        { where: { path: this.#path, byte: this.#packed }, expected: 'a compressed text log' },
      )
  }

  addMember(): void {
    this.#members++
    if (this.#members > this.#limits.maxMembers)
      throw new TraceError(
        'too-many-members',
        `${this.#path} holds more than ${this.#limits.maxMembers} files.`,
        { where: { path: this.#path }, fix: 'Pack only the logs.' },
      )
  }
}
