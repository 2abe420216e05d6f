// `npm run --silent release-notes [-- VERSION]` prints what CHANGELOG.md says of a version, which may
// be written like its tag (v0.2.0); without one, of the version in package.json.
import { readFileSync } from 'node:fs'
import { inRoot } from './lib/paths.ts'
import { notesOf } from './lib/release/notes-of.ts'

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const wanted = process.argv[2]?.replace(/^v/, '') ?? version
try {
  console.log(notesOf(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), wanted))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
