import { createRequire } from 'node:module'
import path from 'node:path'
import { inRoot } from './paths.ts'

type Manifest = { bin?: string | Record<string, string> }

/**
 * The script behind a command of an installed package, to be run by this Node: that works on every
 * system, where the links in node_modules/.bin do not.
 */
export function programOf(packageName: string, command = packageName): string {
  const require = createRequire(inRoot('apps/web/package.json')) // sees its own and the root's
  const manifestFile = require.resolve(`${packageName}/package.json`)
  const { bin } = require(manifestFile) as Manifest
  const file = typeof bin === 'string' ? bin : bin?.[command]
  if (!file) throw new Error(`the package ${packageName} has no command ${command}`)
  return path.join(path.dirname(manifestFile), file)
}
