import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Makes a database for one test file, copied from the migrated template in milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env.STEELYARD_TEST_DATABASE_URL
  if (!adminUrl)
    throw new Error('STEELYARD_TEST_DATABASE_URL is not set: run the integration project')
  const name = `steelyard_${randomBytes(6).toString('hex')}`
  await execute(adminUrl, `CREATE DATABASE ${name} TEMPLATE steelyard_template`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
