import { cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../paths.ts'

type Manifest = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Copies packages, and all that they need, into `node_modules` of the bundle at `directory`. */
export function copyPackages(names: readonly string[], directory: string): void {
  const copied = new Set<string>()
  for (const name of names) copy(name, root)

  function copy(name: string, from: string): void {
    const found = findPackage(name, from)
    if (found === undefined || copied.has(found)) return // what is optional may not be installed
    copied.add(found)
    cpSync(found, path.join(directory, path.relative(root, found)), {
      recursive: true,
      dereference: true,
      filter: (file) => !isNotRun.test(path.relative(found, file)),
    })
    const manifest: Manifest = JSON.parse(readFileSync(path.join(found, 'package.json'), 'utf8'))
    for (const each of Object.keys(manifest.dependencies ?? {})) copy(each, found)
    for (const each of Object.keys(manifest.optionalDependencies ?? {})) copy(each, found)
  }
}

/** Nested packages are copied for themselves. */
const isNotRun = /(^|\/)(node_modules|tests?|docs|examples|benchmarks?)(\/|$)|\.([cm]?ts|map|md)$/

/** As Node looks for it: in `node_modules` of each folder up to the root. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(root); folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(place, 'package.json'))) return place
  }
  return undefined
}
