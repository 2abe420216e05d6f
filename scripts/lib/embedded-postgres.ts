import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Account } from './database-account.ts'
import { findFreePort } from './free-port.ts'
import { openLogFile, tailOf } from './log-file.ts'
import { findPostgresPrograms } from './postgres-binaries.ts'
import {
  initialise,
  isInitialised,
  placeDatabase,
  postgresEnvironment,
} from './postgres-data-directory.ts'
import { readOrCreateSecret } from './secrets.ts'

// Runs the PostgreSQL that npm installed. It listens on loopback and a random port only, wants a
// random password, and never runs as root.

const START_TIMEOUT_MS = 60_000
const POLL_MS = 25
const SUPERUSER = 'postgres'
const NAME = 'steelyard' // of the database, and of the role that owns it and can do no more
/** Held by the launcher for as long as it lives, so that two never share one data directory. */
const LAUNCHER_LOCK = 5_731_904

export type EmbeddedPostgres = {
  /** The product's database, as its own role: `postgresql://steelyard:...@127.0.0.1:port/steelyard` */
  url: string
  /** The same server as superuser, for tests that create databases. */
  adminUrl: string
  pgData: string
  logFile: string
  /** True when it was left running by a launcher that was killed. */
  reused: boolean
  /** Resolves once the server is gone, whoever ended it. */
  gone: Promise<void>
  stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Holds pg/, secrets/ and logs/; must exist. */
  dataDir: string
  /** For tests: trades safety against power cuts for speed. */
  throwAway?: boolean
}

/** Starts the server of a data directory, making it on first use, or takes over a running one. */
export async function startEmbeddedPostgres({
  dataDir,
  throwAway = false,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { pgData, account } = placeDatabase(dataDir)
  const program = findPostgresPrograms(account)
  const superuserPassword = readOrCreateSecret(dataDir, 'postgres-superuser-password')
  const password = readOrCreateSecret(dataDir, 'postgres-password')
  if (!isInitialised(pgData)) {
    initialise({ pgData, initdb: program('initdb'), account, superuserPassword, throwAway })
  }
  const log = openLogFile(dataDir, 'postgres')
  const addressOf = (port: number) => address(SUPERUSER, superuserPassword, port, 'postgres')
  const running = await findRunning(pgData, addressOf)
  const port = running ?? (await findFreePort())
  if (!running)
    await launch({ postgres: program('postgres'), pgData, port, account, log, throwAway })
  fs.closeSync(log.fd)

  const adminUrl = addressOf(port)
  const session = await holdLauncherLock(adminUrl, dataDir)
  const gone = new Promise<void>((resolve) => session.once('end', () => resolve()))
  session.on('error', () => {}) // the loss of the connection is reported by 'end' as well
  await prepareDatabase(session, password)
  const stop = () => stopServer(program('pg_ctl'), pgData, account)
  const url = address(NAME, password, port, NAME)
  return { url, adminUrl, pgData, logFile: log.file, reused: running !== undefined, gone, stop }
}

function address(user: string, password: string, port: number, database: string): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

type PidFile = { pid: number; port: number; ready: boolean }

/** postmaster.pid: process id, directory, start time, port, socket, address, memory, status. */
function readPidFile(pgData: string): PidFile | undefined {
  const file = path.join(pgData, 'postmaster.pid')
  if (!fs.existsSync(file)) return undefined
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** The port of a server that a killed launcher left behind, once it answers to our password. */
async function findRunning(
  pgData: string,
  addressOf: (port: number) => string,
): Promise<number | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (let found = readPidFile(pgData); found && isAlive(found.pid); found = readPidFile(pgData)) {
    if (found.ready) return (await answers(addressOf(found.port))) ? found.port : undefined
    if (Date.now() > deadline) return undefined
    await sleep(POLL_MS)
  }
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // no such process, or one of somebody else, which then is not our server
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

type Launch = {
  postgres: string
  pgData: string
  port: number
  account: Account
  log: { file: string; fd: number }
  throwAway: boolean
}

async function launch({ postgres, pgData, port, account, log, throwAway }: Launch): Promise<void> {
  const child = spawn(postgres, serverArguments(pgData, port, throwAway), {
    ...account,
    env: postgresEnvironment,
    cwd: '/',
    stdio: ['ignore', log.fd, log.fd],
    detached: true, // a Ctrl-C in the terminal is for the launcher, which stops us last
  })
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure = tailOf(log.file)
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (failure !== undefined) throw new Error(`PostgreSQL did not start: ${failure}`)
    const found = readPidFile(pgData)
    if (found?.ready && found.pid === child.pid) break
    if (Date.now() > deadline) throw new Error(`PostgreSQL is not ready, see ${log.file}`)
    await sleep(POLL_MS)
  }
  child.removeAllListeners()
  child.unref()
}

function serverArguments(pgData: string, port: number, throwAway: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    max_connections: 100,
    unix_socket_directories: '',
    ...(throwAway ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', pgData, '-p', String(port), ...flags]
}

async function holdLauncherLock(adminUrl: string, dataDir: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: adminUrl, keepAlive: true })
  await session.connect()
  const { rows } = await session.query('select pg_try_advisory_lock($1) as held', [LAUNCHER_LOCK])
  if (rows[0].held) return session
  await session.end()
  throw new Error(`another Steelyard is running on the data directory ${dataDir}`)
}

/** Done at every start, so that a first start that was interrupted is completed by the next. */
async function prepareDatabase(session: pg.Client, password: string): Promise<void> {
  const role = await session.query('select 1 from pg_roles where rolname = $1', [NAME])
  if (role.rowCount === 0) await session.query(`create role ${NAME} login`)
  await session.query(`alter role ${NAME} password ${session.escapeLiteral(password)}`)
  const database = await session.query('select 1 from pg_database where datname = $1', [NAME])
  if (database.rowCount === 0) await session.query(`create database ${NAME} owner ${NAME}`)
}

async function stopServer(pgCtl: string, pgData: string, account: Account): Promise<void> {
  const found = readPidFile(pgData)
  if (!found || !isAlive(found.pid)) return
  await promisify(execFile)(pgCtl, ['stop', '-m', 'fast', '-w', '-t', '60', '-D', pgData], {
    ...account,
    env: postgresEnvironment,
    cwd: '/',
  })
}
