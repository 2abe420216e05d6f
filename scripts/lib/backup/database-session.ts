import pg from 'pg'
import { SAME_FORMS } from './read-database.ts'

const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_SERVER = 14

/**
 * Opens one session on the product's database.
 * @throws Error in words for the operator; it never holds the password
 */
export async function withSession<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'steelyard-backup',
  })
  client.on('error', () => {}) // a lost connection fails the query in hand
  try {
    await client.connect()
    await client.query(SAME_FORMS)
    await requireServer(client)
    return await use(client)
  } catch (error) {
    throw inWords(error as Failure, url)
  } finally {
    await client.end().catch(() => {})
  }
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version')
  const version: string = rows[0].server_version
  if (Number.parseInt(version, 10) < OLDEST_SERVER)
    throw new Error(`This is PostgreSQL ${version}. Steelyard needs ${OLDEST_SERVER} or newer.`)
}

type Failure = Error & { code?: string; severity?: string }

const NO_ANSWER = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
])
/** Where the first two characters say enough of what a server refuses. */
const CLASSES: Record<string, string> = {
  '08': 'the connection was lost',
  '28': 'it accepts neither this user nor this password',
  '57': 'it is being shut down or ended the session',
}
const CODES: Record<string, string> = {
  '3D000': 'it has no database of this name. Create it first',
  '42501': 'this user lacks rights. Let it own the database and what is in it',
  '42P01': 'it holds no Steelyard',
  '53100': 'its disk is full',
  '53300': 'it has no connection left. Stop something that uses it',
}

function inWords(error: Failure, url: string): Error {
  const { code = '', message } = error
  const isOfServer = error.severity !== undefined
  const said = message || code // an attempt on several addresses has no message of its own
  const reason = isOfServer
    ? [CODES[code] ?? CLASSES[code.slice(0, 2)], said].filter(Boolean).join(': ')
    : NO_ANSWER.has(code) || /^(timeout expired|Connection terminated)/.test(message)
      ? `no PostgreSQL answers: ${said}`
      : undefined
  if (reason === undefined) return error
  const { host, pathname } = new URL(url) // without user and password
  return new Error(`The database ${host}${pathname} cannot be used: ${reason}.`, { cause: error })
}
