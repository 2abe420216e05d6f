// `npm run restore -- FILE`: a backup into an empty data directory.
import path from 'node:path'
import { restoreBackup } from './lib/backup/restore-backup.ts'
import { commandLine } from './lib/form/sources.ts'
import { readSettings } from './lib/product/settings.ts'

try {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error(`Usage: ${commandLine('restore')} FILE`)
  const settings = readSettings(process.env)
  await restoreBackup(settings, path.resolve(file))
  console.log(`${settings.dataDir} is as it was when the backup was made. Start Steelyard on it.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
