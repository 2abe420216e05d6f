import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../../scripts/lib/paths.ts'

/** What a page may load of scripts before it works, compressed, in kilobytes. */
export const SCRIPT_LIMIT_KB = 200

interface ClientManifest {
  entryJSFiles: Record<string, string[]>
}

/** The compressed scripts of each page, as the build of the dashboard says which they are. */
export function scriptsOfPages(): Map<string, number> {
  const built = inRoot('apps/web/.next')
  const shared: string[] = JSON.parse(
    readFileSync(path.join(built, 'build-manifest.json'), 'utf8'),
  ).rootMainFiles
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(built, file))).length
    sizes.set(file, size)
    return size
  }
  const manifests = globSync('server/app/**/page_client-reference-manifest.js', { cwd: built })
  const pages = manifests.flatMap((manifest) => {
    const known: { __RSC_MANIFEST?: Record<string, ClientManifest> } = {}
    runInNewContext(readFileSync(path.join(built, manifest), 'utf8'), known)
    return Object.entries(known.__RSC_MANIFEST ?? {})
  })
  return new Map(
    pages.map(([page, { entryJSFiles }]) => {
      const files = new Set([...shared, ...Object.values(entryJSFiles).flat()])
      return [page, [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000]
    }),
  )
}
