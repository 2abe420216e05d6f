import pg from 'pg'
import { generateDatabaseClient } from '../build.ts'
import { migrate } from '../migrate.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../postgres/temporary-data.ts'

// Global set-up of the integration tests: a throw-away server with a migrated template, from which
// every test file makes its own database in a few milliseconds.

const TEMPLATE = 'steelyard_template'

/**
 * Sets STEELYARD_TEST_DATABASE_URL, the address of a superuser on a server that has the database
 * `steelyard_template`, and returns a function that undoes everything.
 */
export async function setup(): Promise<() => Promise<void>> {
  await generateDatabaseClient()
  const dataDir = makeTemporaryDataDirectory()
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  const remove = async () => {
    await server.stop()
    removeDataDirectory(dataDir)
  }
  try {
    await makeTemplate(server.adminUrl)
  } catch (error) {
    await remove()
    throw error
  }
  process.env.STEELYARD_TEST_DATABASE_URL = server.adminUrl
  return remove
}

async function makeTemplate(adminUrl: string): Promise<void> {
  await execute(adminUrl, `create database ${TEMPLATE}`)
  const url = new URL(adminUrl)
  url.pathname = `/${TEMPLATE}`
  await migrate(url.href)
  // PostgreSQL cannot copy a template while a client is connected to it.
  await execute(adminUrl, `alter database ${TEMPLATE} is_template true allow_connections false`)
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
