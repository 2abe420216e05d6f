import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildDashboard, generateDatabaseClient } from '../build.ts'
import { inRoot, root } from '../paths.ts'
import { bundlePrograms, PACKAGES_OF_BUNDLE } from './bundle-programs.ts'
import { copyPackages } from './copy-packages.ts'

/** What is read at run time, as it is. */
const READ = ['prisma/migrations', 'samples', 'CHANGELOG.md', 'LICENSE', 'THIRD-PARTY-NOTICES']

/**
 * Fills an empty or missing directory with the product in the form in which it is shipped: programs
 * in `lib`, the dashboard as Next.js builds it to stand alone, and what they read.
 */
export async function makeBundle(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  if (readdirSync(directory).length > 0) throw new Error(`${directory} is not empty`)
  await generateDatabaseClient()
  await buildDashboard((message) => console.error(message))
  copyDashboard(directory)
  copyPackages(PACKAGES_OF_BUNDLE, directory)
  await bundlePrograms(directory)
  for (const each of READ) cpSync(inRoot(each), path.join(directory, each), { recursive: true })
  // The help of the dashboard shows these.
  cpSync(inRoot('docs'), path.join(directory, 'docs'), {
    recursive: true,
    filter: (file) => !/\/(node_modules|\.vitepress|screenshots)(\/|$)|\.json$|\.npmrc$/.test(file),
  })
  writeFileSync(path.join(directory, 'package.json'), '{ "type": "module", "private": true }\n')
  writeFileSync(path.join(directory, 'sbom.cdx.json'), billOfMaterials())
}

/**
 * All packages of a production install, in CycloneDX. A bundle has some less, such as those that run
 * the sources.
 */
function billOfMaterials(): string {
  // A development tool is not the release that a form library would take for its optional peer.
  const args = ['sbom', '--omit=dev', '--legacy-peer-deps', '--sbom-format=cyclonedx']
  const given = execFileSync('npm', [...args, '--sbom-type=application'], { cwd: root })
  const bill = JSON.parse(given.toString())
  bill.metadata.component.name = 'steelyard' // npm takes the name of the folder
  return JSON.stringify(bill)
}

/** Next.js leaves its own server, for which ours stands, and the files for browsers to be copied. */
function copyDashboard(directory: string): void {
  const built = inRoot('apps/web/.next')
  cpSync(path.join(built, 'standalone'), directory, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/\/(server\.js|node_modules\/(@img|sharp))$|\.map$/.test(file),
  })
  cpSync(path.join(built, 'static'), path.join(directory, 'apps/web/.next/static'), {
    recursive: true,
  })
}
