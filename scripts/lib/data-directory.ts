import fs from 'node:fs'
import path from 'node:path'

/** Makes the data directory, closes one that is open, or throws a message that says what to do. */
export function prepareDataDirectory(dataDir: string): void {
  closeDirectory(dataDir)
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

/** What other accounts may not do. To pass through helps nobody: everything inside is closed itself. */
const READ_OR_WRITE_BY_OTHERS = 0o066

/**
 * Takes the right to read and write from other accounts. Only where nothing but our own files can
 * lie: closing, say, a home directory that somebody named by mistake is not for us to do.
 */
function closeDirectory(directory: string): void {
  const mode = fs.statSync(directory, { throwIfNoEntry: false })?.mode ?? 0
  if (process.platform === 'win32' || (mode & READ_OR_WRITE_BY_OTHERS) === 0) return
  const octal = (mode & 0o777).toString(8)
  try {
    const entries = fs.readdirSync(directory)
    if (entries.length > 0 && !entries.includes('secrets')) throw new Error('it is not ours alone')
    fs.chmodSync(directory, mode & ~READ_OR_WRITE_BY_OTHERS)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data directory ${directory} is open to other accounts (mode ${octal}) and was left so: ` +
        `${reason}. Run chmod 700 on it, or name another one in STEELYARD_DATA_DIR.`,
      { cause: error },
    )
  }
  console.error(
    `The data directory ${directory} was open to other accounts (mode ${octal}): closed.`,
  )
}
