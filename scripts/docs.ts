// `npm run docs` builds the documents as a site into docs/.vitepress/dist, and fails on a dead link.
// The generator has a lock of its own, so that nobody installs it who does not build the site.
import { existsSync, statSync } from 'node:fs'
import { inRoot } from './lib/paths.ts'
import { run } from './lib/run-command.ts'

const cwd = inRoot('docs')
const installed = inRoot('docs/node_modules/.package-lock.json')

try {
  if (!isCurrent()) await run('npm ci in docs', 'npm', ['ci'], { cwd })
  const program = inRoot('docs/node_modules/vitepress/bin/vitepress.js')
  await run('vitepress', process.execPath, [program, 'build'], { cwd })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function isCurrent(): boolean {
  const lock = inRoot('docs/package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
}
