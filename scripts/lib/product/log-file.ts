import fs from 'node:fs'
import path from 'node:path'

const MAX_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 4000

/** Opens `<dataDir>/logs/<name>.log` for appending; a large file is rotated first. */
export function openLogFile(dataDir: string, name: string): { file: string; fd: number } {
  const directory = path.join(dataDir, 'logs')
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, `${name}.log`)
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_BYTES) fs.renameSync(file, `${file}.1`)
  return { file, fd: fs.openSync(file, 'a', 0o600) }
}

/** The last lines of a log, for a message that explains why a process died. */
export function tailOf(file: string): string {
  const text = fs.readFileSync(file, 'utf8')
  return text.slice(-TAIL_BYTES).trim()
}
