// `npm run backup -- FILE|DIRECTORY`: everything into one file, with the settings of the start.
import path from 'node:path'
import { placeInUse } from '@steelyard/api/administration'
import { makeBackup } from './lib/backup/make-backup.ts'
import { commandLine } from './lib/form/sources.ts'
import { readSettings } from './lib/product/settings.ts'

try {
  const [to, ...rest] = process.argv.slice(2)
  if (!to || rest.length > 0) throw new Error(`Usage: ${commandLine('backup')} FILE|DIRECTORY`)
  const settings = readSettings(process.env)
  const place = { ...settings, files: placeInUse(process.env, settings.uploadDir) }
  const { file, rows, files, bytes, missing } = await makeBackup(place, path.resolve(to))
  console.log(
    `${file} holds ${rows} rows, and ${files} files (${bytes} bytes) of ${place.files.place}.`,
  )
  if (missing > 0)
    console.log(`${missing} files that the database names were not there, and are not in it.`)
  console.log('It opens whatever Steelyard opens: keep it as safe as the data directory.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
