import fs from 'node:fs'
import path from 'node:path'

/** Makes the data directory, or throws a message that says what to do about it. */
export function prepareDataDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir)
    fs.mkdirSync(path.join(dataDir, 'uploads'), { recursive: true, mode: 0o700 })
    const probe = fs.mkdtempSync(path.join(dataDir, 'probe-'))
    fs.rmdirSync(probe)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data directory ${dataDir} cannot be written (${reason}). ` +
        'Repair it, or name another one in STEELYARD_DATA_DIR.',
      { cause: error },
    )
  }
}

/** Closed to others. PostgreSQL of a start as root, under its own account, must pass through. */
export function makeDirectory(directory: string): void {
  if (fs.existsSync(directory)) return
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) fs.chmodSync(directory, 0o711)
}
