// Brings the database of DATABASE_URL up to date. docker-compose.yml runs it as a one-shot service;
// run it before you upgrade several machines. `npm start` does the same by itself.
import { migrate } from './lib/migrate.ts'
import { readSettings } from './lib/product/settings.ts'

try {
  const { databaseUrl } = readSettings(process.env)
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
  const applied = await migrate(databaseUrl)
  console.log(applied.length === 0 ? 'The database is up to date' : `Applied ${applied.join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message || error : error)
  process.exitCode = 1
}
