// `npm run deb -- FILE [REVISION]`: the package for Debian, of the machine's architecture. A revision
// tells packages of one release apart.
import path from 'node:path'
import { makeDeb } from './lib/deb/make-deb.ts'

try {
  const [file, revision = '1'] = process.argv.slice(2)
  if (!file || !/^[1-9]\d*$/.test(revision))
    throw new Error('Usage: npm run deb -- FILE [REVISION]')
  await makeDeb(path.resolve(file), Number(revision))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
