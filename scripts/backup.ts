// `npm run backup -- FILE`: everything into one file, with the settings that Steelyard starts with.
import path from 'node:path'
import { makeBackup } from './lib/backup/make-backup.ts'
import { commandLine } from './lib/form/sources.ts'
import { readSettings } from './lib/product/settings.ts'

try {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error(`Usage: ${commandLine('backup')} FILE`)
  await makeBackup(readSettings(process.env), path.resolve(file))
  const bucket = process.env.STEELYARD_S3_BUCKET
  if (bucket) {
    console.log(
      `The files of uploads are not in it: copy the bucket ${bucket} as well, afterwards.`,
    )
  }
  console.log(`${file} holds everything, the keys included: keep it as safe as the data directory.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
