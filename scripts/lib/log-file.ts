import fs from 'node:fs'
import path from 'node:path'

const MAX_BYTES = 10 * 2 ** 20
const TAIL_BYTES = 4000

/** The path of `<dataDir>/logs/<name>.log`. Its directory is made when it is missing. */
export function logFile(dataDir: string, name: string): string {
  const directory = path.join(dataDir, 'logs')
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  return path.join(directory, `${name}.log`)
}

/**
 * A log of at most two files of `maxBytes` each. A line for which there is no room is dropped, since
 * a full disk must not end the process that logs; the number of dropped lines is written as soon as
 * there is room again.
 */
export class Log {
  readonly file: string
  readonly #hasRoom: () => boolean
  readonly #maxBytes: number
  #fd: number | undefined
  #size = 0
  #dropped = 0

  /** @param hasRoom false while what is left of the disk is for the database */
  constructor(file: string, hasRoom: () => boolean = () => true, maxBytes = MAX_BYTES) {
    this.file = file
    this.#hasRoom = hasRoom
    this.#maxBytes = maxBytes
  }

  write(line: string): void {
    if (!this.#hasRoom() || !this.#reportDropped() || !this.#append(`${line}\n`)) this.#dropped++
  }

  close(): void {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
  }

  #reportDropped(): boolean {
    if (this.#dropped === 0) return true
    const lines = this.#dropped === 1 ? '1 line was' : `${this.#dropped} lines were`
    if (!this.#append(`${lines} dropped here, because the disk was full\n`)) return false
    this.#dropped = 0
    return true
  }

  #append(text: string): boolean {
    const bytes = Buffer.from(text)
    try {
      const fd = this.#open(bytes.length)
      const written = fs.writeSync(fd, bytes)
      if (written < bytes.length)
        fs.ftruncateSync(fd, this.#size) // no half lines
      else this.#size += written
      return written === bytes.length
    } catch {
      return false
    }
  }

  /** The file to append to, which is another one when these bytes would make it too large. */
  #open(bytes: number): number {
    if (this.#fd !== undefined && this.#size + bytes > this.#maxBytes && this.#size > 0)
      this.close()
    if (this.#fd !== undefined) return this.#fd
    this.#size = sizeOf(this.file)
    if (this.#size > 0 && this.#size + bytes > this.#maxBytes) {
      fs.renameSync(this.file, `${this.file}.1`)
      this.#size = 0
    }
    this.#fd = fs.openSync(this.file, 'a', 0o600)
    return this.#fd
  }
}

/**
 * Empties a log that another process appends to (PostgreSQL, which outlives a killed launcher) when
 * it has become too large, and keeps a copy of what it held.
 */
export function rotateInPlace(file: string, maxBytes = MAX_BYTES): void {
  if (sizeOf(file) <= maxBytes) return
  try {
    fs.copyFileSync(file, `${file}.1`)
  } catch {
    fs.rmSync(`${file}.1`, { force: true }) // on a full disk a part of a copy only takes up room
  }
  fs.truncateSync(file)
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The last lines of a log, for a message that explains why a process died. */
export function tailOf(file: string): string {
  const text = fs.readFileSync(file, 'utf8')
  return text.slice(-TAIL_BYTES).trim()
}
