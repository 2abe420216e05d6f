import pg from 'pg'
import { findFreePort } from '../free-port.ts'
import { logFile } from '../log-file.ts'
import { readOrCreateSecret } from '../secrets.ts'
import { findPostgresPrograms } from './postgres-binaries.ts'
import { initialise, isInitialised, placeDatabase } from './postgres-data-directory.ts'
import { findRunningPostmaster, launchPostmaster, stopPostmaster } from './postmaster.ts'

// Runs the PostgreSQL that npm installed. It listens on loopback and a random port only, wants a
// random password, and never runs as root.

const SUPERUSER = 'postgres'
const SUPERUSER_SECRET = 'postgres-superuser-password'
const NAME = 'steelyard' // the database and the unprivileged role that owns it
/** Held by the launcher as long as it lives, so that two launchers never share a data directory. */
const LAUNCHER_LOCK = 5_731_904

export type EmbeddedPostgres = {
  /** The product's database, as its own role: `postgresql://steelyard:...@127.0.0.1:port/steelyard` */
  url: string
  /** The same server as superuser, for tests that create databases. */
  adminUrl: string
  port: number
  pgData: string
  /** True when this start created the database. */
  created: boolean
  logFile: string
  /** True when a launcher that was killed had left the server running. */
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
  /** The port of an earlier start that clients know; any free one if there is none. */
  port?: number | undefined
}

/** Starts the server of a data directory, creating it on first use, or takes over a running one. */
export async function startEmbeddedPostgres({
  dataDir,
  throwAway = false,
  port: wantedPort,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { pgData, account } = placeDatabase(dataDir)
  const program = findPostgresPrograms(account)
  const superuserPassword = readOrCreateSecret(dataDir, SUPERUSER_SECRET)
  const password = readOrCreateSecret(dataDir, 'postgres-password')
  const created = !isInitialised(pgData)
  if (created) {
    initialise({ pgData, initdb: program('initdb'), account, superuserPassword, throwAway })
  }
  const log = logFile(dataDir, 'postgres')
  const addressOf = superuserAddress(dataDir)
  const running = await findRunningPostmaster(pgData, addressOf)
  const port = running ?? wantedPort ?? (await findFreePort())
  if (running === undefined) {
    const postgres = program('postgres')
    await launchPostmaster({ postgres, pgData, port, account, logFile: log, throwAway })
  }

  const adminUrl = addressOf(port)
  const stop = () => stopPostmaster(program('pg_ctl'), pgData, account)
  const session = await connect(adminUrl, dataDir).catch(async (error) => {
    if (running === undefined) await stop()
    throw error
  })
  await holdLauncherLock(session, dataDir)
  const gone = new Promise<void>((resolve) => session.once('end', () => resolve()))
  session.on('error', () => {}) // the loss of the connection is reported by 'end' as well
  await prepareDatabase(session, password).catch(async (error) => {
    await stop() // holding the lock, we are the one to stop it
    throw error
  })
  const url = address(NAME, password, port, NAME)
  const reused = running !== undefined
  return { url, adminUrl, port, pgData, created, logFile: log, reused, gone, stop }
}

/** The product's database while its server runs, for commands that need no server of their own. */
export async function runningDatabase(dataDir: string): Promise<string | undefined> {
  const { pgData } = placeDatabase(dataDir)
  if (!isInitialised(pgData)) return undefined
  const password = readOrCreateSecret(dataDir, 'postgres-password')
  const addressOf = (port: number) => address(NAME, password, port, NAME)
  const port = await findRunningPostmaster(pgData, addressOf)
  return port === undefined ? undefined : addressOf(port)
}

/** The superuser's address of the server of a data directory, by its port. */
export function superuserAddress(dataDir: string): (port: number) => string {
  const password = readOrCreateSecret(dataDir, SUPERUSER_SECRET)
  return (port) => address(SUPERUSER, password, port, 'postgres')
}

function address(user: string, password: string, port: number, database: string): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

const WRONG_PASSWORD = '28P01'

async function connect(adminUrl: string, dataDir: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: adminUrl, keepAlive: true })
  try {
    await session.connect()
    return session
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error
    throw new Error(
      `the passwords in ${dataDir}/secrets are not those of the database next to them: ` +
        'restore both from one backup',
      { cause: error },
    )
  }
}

async function holdLauncherLock(session: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await session.query('select pg_try_advisory_lock($1) as held', [LAUNCHER_LOCK])
  if (rows[0].held) return
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
