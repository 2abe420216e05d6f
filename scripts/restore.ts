// `npm run restore -- FILE [--replace]`: a backup into an empty installation, or in the place of one.
import path from 'node:path'
import { placeInUse } from '@steelyard/api/administration'
import { restoreBackup } from './lib/backup/restore-backup.ts'
import { commandLine } from './lib/form/sources.ts'
import { readSettings } from './lib/product/settings.ts'

try {
  const [file, option, ...rest] = process.argv.slice(2)
  if (!file || (option ?? '--replace') !== '--replace' || rest.length > 0)
    throw new Error(`Usage: ${commandLine('restore')} FILE [--replace]`)
  const settings = readSettings(process.env)
  const place = { ...settings, files: placeInUse(process.env, settings.uploadDir) }
  const { moment } = await restoreBackup(place, path.resolve(file), option === '--replace')
  console.log(`Everything is as it was at ${moment}. Start Steelyard.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
