import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Account, canUseDirectory, chooseDatabaseAccount } from './database-account.ts'
import { findRootOwned, rootOwnedDirectory } from './root-owned-directory.ts'

/** What a PostgreSQL program sees of our environment: no secret of the product is among it. */
export const postgresEnvironment = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  HOME: '/',
  LC_ALL: 'C',
  TZ: 'UTC',
}

export type DatabasePlace = { pgData: string; account: Account }

/**
 * Where the database files lie and who may touch them: `<dataDir>/pg`, or a directory of root's
 * that is named after it when the unprivileged account cannot get there.
 */
export function placeDatabase(dataDir: string): DatabasePlace {
  const wanted = path.join(dataDir, 'pg')
  if (process.getuid?.() !== 0) return { pgData: wanted, account: undefined }
  const name = nameElsewhere(dataDir)
  const existing = [wanted, findRootOwned(name) ?? wanted].find(isInitialised)
  const account = chooseDatabaseAccount(existing)
  const reachable = existing ?? (canReach(dataDir, account) ? wanted : undefined)
  return { pgData: reachable ?? path.join(rootOwnedDirectory(), name), account }
}

/** The name that the database of a data directory has where root keeps it. */
export function nameElsewhere(dataDir: string): string {
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex')
  return `data-${digest.slice(0, 12)}`
}

export function isInitialised(pgData: string): boolean {
  return fs.existsSync(path.join(pgData, 'PG_VERSION'))
}

/** Tried with a directory of the account's own, since the data directory itself stays root's. */
function canReach(dataDir: string, account: Account): boolean {
  const probe = fs.mkdtempSync(path.join(dataDir, 'probe-'))
  try {
    if (account) fs.chownSync(probe, account.uid, account.gid)
    return canUseDirectory(probe, account)
  } finally {
    fs.rmdirSync(probe)
  }
}

type NewDatabase = {
  pgData: string
  initdb: string
  account: Account
  superuserPassword: string
  throwAway: boolean
}

/** Made under another name first: an initdb that was killed half-way leaves nothing in the way. */
export function initialise({ pgData, initdb, account, superuserPassword, throwAway }: NewDatabase) {
  const partial = `${pgData}.partial`
  fs.rmSync(partial, { recursive: true, force: true })
  makeClosedDirectory(partial, account)
  const passwordFile = path.join(partial, '..', `${path.basename(pgData)}.password`)
  writePassword(passwordFile, superuserPassword, account)
  try {
    const run = spawnSync(initdb, initdbArguments(partial, passwordFile, throwAway), {
      ...account,
      env: postgresEnvironment,
      cwd: '/',
      encoding: 'utf8',
    })
    if (run.status !== 0) throw new Error(`initdb failed: ${run.error?.message ?? run.stderr}`)
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
  fs.renameSync(partial, pgData)
}

function initdbArguments(pgData: string, passwordFile: string, throwAway: boolean): string[] {
  return [
    ...['-D', pgData, '-U', 'postgres', '--pwfile', passwordFile, '-A', 'scram-sha-256'],
    // The built-in provider sorts the same on every machine, whatever locales it has.
    ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(throwAway ? ['--no-sync'] : []),
  ]
}

function makeClosedDirectory(directory: string, account: Account): void {
  fs.mkdirSync(directory, { mode: 0o700 })
  if (account) fs.chownSync(directory, account.uid, account.gid)
}

function writePassword(file: string, password: string, account: Account): void {
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  if (account) fs.chownSync(file, account.uid, account.gid)
}
