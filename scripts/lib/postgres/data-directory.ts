import fs from 'node:fs'
import path from 'node:path'

/** Creates the data directory or closes an open one; throws a message that says what to do. */
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

/** Closed to other accounts. After a start as root, PostgreSQL's own account must be able to traverse it. */
export function makeDirectory(directory: string): void {
  if (fs.existsSync(directory)) return
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) fs.chmodSync(directory, 0o711)
}

/** Rights that other accounts must not have. Traversal is harmless, as everything inside is closed. */
const READ_OR_WRITE_BY_OTHERS = 0o066

/**
 * Removes read and write permission for other accounts, but only from a directory that holds nothing
 * but our own files: a home directory that was named by mistake must stay as it is.
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
