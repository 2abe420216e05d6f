// `npm run support-bundle -- FILE`: what somebody needs to help from afar, without secrets.
import path from 'node:path'
import { commandLine } from './lib/form/sources.ts'
import { makeSupportBundle } from './lib/support/make-support-bundle.ts'

try {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error(`Usage: ${commandLine('support-bundle')} FILE`)
  await makeSupportBundle(process.env, path.resolve(file))
  console.log(
    `${file} holds versions, settings, figures and the end of each log. Secrets are masked, but names of ` +
      'hosts, guests and people stand in logs: look at it before you pass it on.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
