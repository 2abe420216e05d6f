import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { databaseElsewhere, reserveFile } from './postgres-data-directory.ts'

/** Creates a data directory for a test that PostgreSQL's own account can traverse. */
export function makeTemporaryDataDirectory(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-test-'))
  if (process.getuid?.() === 0) chmodSync(directory, 0o711)
  return directory
}

/** Removes the directory and its database, wherever that is. Nothing may be using it. */
export function removeDataDirectory(dataDir: string): void {
  const elsewhere = databaseElsewhere(dataDir)
  rmSync(reserveFile(dataDir), { force: true })
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
