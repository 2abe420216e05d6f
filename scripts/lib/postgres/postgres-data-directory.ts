import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Account, canUseDirectory, chooseDatabaseAccount } from './database-account.ts'
import { isInRootOwnedDirectory, rootOwnedDirectory } from './root-owned-directory.ts'

/** The environment for PostgreSQL programs; it contains no secret of the product. */
export const postgresEnvironment = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  HOME: '/',
  LC_ALL: 'C',
  TZ: 'UTC',
}

export type DatabasePlace = { pgData: string; account: Account }

/**
 * The directory of the database files, `<dataDir>/pg`, and the account that may use it. When the
 * unprivileged account cannot reach it, `pg` is a link to another directory owned by root.
 */
export function placeDatabase(dataDir: string): DatabasePlace {
  const pgData = path.join(dataDir, 'pg')
  if (process.getuid?.() !== 0) return { pgData, account: undefined }
  const existing = databaseElsewhere(dataDir) ?? pgData
  if (isInitialised(existing)) return { pgData: existing, account: chooseDatabaseAccount(existing) }
  const account = chooseDatabaseAccount(undefined)
  return { pgData: canReach(dataDir, account) ? pgData : placeElsewhere(pgData), account }
}

/** The target of the link, if there is one. A link that leads out of root's own directory is refused. */
export function databaseElsewhere(dataDir: string): string | undefined {
  const link = path.join(dataDir, 'pg')
  if (!fs.lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const target = fs.readlinkSync(link)
  if (isInRootOwnedDirectory(target)) return target
  throw new Error(`${link} leads to ${target}, where Steelyard would never put its database`)
}

/** A random name, not one derived from the path, since the checkout may be moved or made again. */
function placeElsewhere(link: string): string {
  const pgData = path.join(rootOwnedDirectory(), `data-${randomUUID()}`)
  fs.rmSync(link, { force: true })
  fs.symlinkSync(pgData, link)
  return pgData
}

export function isInitialised(pgData: string): boolean {
  return fs.existsSync(path.join(pgData, 'PG_VERSION'))
}

/** Tests access with a directory owned by the account, since the data directory itself stays root's. */
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

/** Created under a temporary name first, so that an initdb killed half-way leaves no obstacle. */
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
    '-D',
    pgData,
    '-U',
    'postgres',
    '--pwfile',
    passwordFile,
    '-A',
    'scram-sha-256',
    // The built-in provider sorts in the same way on every machine, whatever its locales.
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
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

/** It lies beside the database, which may be on another disk than the data directory. */
export function reserveFile(dataDir: string): string {
  return `${databaseElsewhere(dataDir) ?? path.join(dataDir, 'pg')}.reserve`
}
