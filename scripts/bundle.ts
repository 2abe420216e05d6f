// `npm run bundle -- DIRECTORY`: the product as the image and the package for Debian ship it, which
// needs nothing but Node.js and PostgreSQL.
import path from 'node:path'
import { makeBundle } from './lib/bundle/make-bundle.ts'
import { root } from './lib/paths.ts'

try {
  const [directory] = process.argv.slice(2)
  if (!directory) throw new Error('Usage: npm run bundle -- DIRECTORY')
  await makeBundle(path.resolve(root, directory))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
