// `npm run move-files -- to-bucket|to-directory [--remove]`: the files of uploads from the directory
// into the bucket, or back, with the settings that Steelyard starts with.
import { moveFiles, placesOf } from '@steelyard/api/administration'
import { commandLine } from './lib/form/sources.ts'
import { readSettings } from './lib/product/settings.ts'

const USAGE = `Usage: ${commandLine('move-files')} to-bucket|to-directory [--remove]`

try {
  const [where, option, ...rest] = process.argv.slice(2)
  const isKnown = where === 'to-bucket' || where === 'to-directory'
  if (!isKnown || (option ?? '--remove') !== '--remove' || rest.length > 0) throw new Error(USAGE)
  const { directory, bucket } = placesOf(process.env, readSettings(process.env).uploadDir)
  const [from, to] = where === 'to-bucket' ? [directory, bucket] : [bucket, directory]
  const isRemoved = option === '--remove'
  const { files, bytes, before } = await moveFiles(from, to, isRemoved)
  const earlier = before > 0 ? `, ${before} of them from an earlier try` : ''
  console.log(`${to.place} has ${files} files (${bytes} bytes)${earlier}; each was compared.`)
  console.log(isRemoved ? `${from.place} has none any more.` : `${from.place} still has them too.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
