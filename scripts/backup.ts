// `npm run backup -- FILE`: everything into one file, with the settings that Steelyard starts with.
import path from 'node:path'
import { placeInUse } from '@steelyard/api/administration'
import { makeBackup } from './lib/backup/make-backup.ts'
import { commandLine } from './lib/form/sources.ts'
import { readSettings } from './lib/product/settings.ts'

try {
  const [file, ...rest] = process.argv.slice(2)
  if (!file || rest.length > 0) throw new Error(`Usage: ${commandLine('backup')} FILE`)
  const settings = readSettings(process.env)
  const place = { ...settings, files: placeInUse(process.env, settings.uploadDir) }
  const { rows, files, bytes, missing } = await makeBackup(place, path.resolve(file))
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
